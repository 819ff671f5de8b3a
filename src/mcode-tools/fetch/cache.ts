import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrivateFolder } from "../../config/private-folder.ts";
import type { ArtifactPins } from "../artifact/pins.ts";
import { parseIntegrity } from "./integrity.ts";
import { DEAD_DRAFT_MS } from "./limits.ts";

const PART = ".part";

/** Archives by their hash. What stands here is checked again at each use, so nothing here is trusted. */
export class ArchiveCache {
  readonly #folder: string;

  /** @param folder absolute; made when something is stored. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  path(pins: ArtifactPins): string {
    const { algorithm, text } = parseIntegrity(pins.integrity);
    const hex = Buffer.from(text.slice(algorithm.length + 1), "base64").toString("hex");
    return join(this.#folder, `${algorithm}-${hex}.tgz`);
  }

  /** The stored archive, unchecked; undefined when there is none. */
  async find(pins: ArtifactPins): Promise<string | undefined> {
    const path = this.path(pins);
    const found = await lstat(path).catch(() => undefined);
    return found?.isFile() ? path : undefined;
  }

  async drop(pins: ArtifactPins): Promise<void> {
    await rm(this.path(pins), { force: true });
  }

  /** A place for an archive that is just being downloaded. Storing is a favour: its failures stop nothing. */
  draft(pins: ArtifactPins): CacheDraft {
    return new CacheDraft(this.#folder, this.path(pins));
  }
}

export class CacheDraft {
  readonly #target: string;
  readonly #part: string;
  readonly #opened: Promise<FileHandle | undefined>;
  #last: Promise<unknown> = Promise.resolve();
  #failed = false;

  constructor(folder: string, target: string) {
    this.#target = target;
    this.#part = `${target}.${randomBytes(6).toString("hex")}${PART}`;
    this.#opened = ensurePrivateFolder(folder)
      .then(() => sweepDrafts(folder))
      .then(() => open(this.#part, "wx", 0o600))
      .catch(() => undefined);
  }

  /**
   * Queues a chunk. What is returned is the end of the chunk before: awaiting it bounds what waits in memory to two
   * chunks, and this one goes to the disk while it is unpacked.
   */
  write(chunk: Uint8Array): Promise<unknown> {
    const before = this.#last;
    this.#last = before.then(async () => {
      const file = await this.#opened;
      if (file === undefined || this.#failed) return;
      await file.appendFile(chunk).catch(() => {
        this.#failed = true;
      });
    });
    return before;
  }

  /**
   * After every check has passed: whole under its name, or not at all. Not sent to the disk: what a power cut leaves
   * here is found out at the next use and fetched again, while a fetch would wait for everything that a busy disk has
   * to do first.
   */
  async keep(): Promise<void> {
    await this.#last;
    const file = await this.#opened;
    if (file === undefined) return;
    try {
      await file.close();
      if (!this.#failed) return await rename(this.#part, this.#target);
    } catch {
      // The archive itself is placed already; without a cache entry the next fetch downloads again.
    }
    await rm(this.#part, { force: true });
  }

  async discard(): Promise<void> {
    await this.#last;
    await (await this.#opened)?.close();
    await rm(this.#part, { force: true });
  }
}

/** Removes what killed downloads left: a living one writes all the time, and for no longer than a try lasts. */
async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(PART)) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > DEAD_DRAFT_MS) await rm(path, { force: true });
  }
}
