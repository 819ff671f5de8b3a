import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrivateFolder } from "../../config/private-folder.ts";
import type { ArtifactPins } from "../artifact/pins.ts";
import { parseIntegrity } from "./integrity.ts";

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
    this.#part = `${target}.${randomBytes(6).toString("hex")}.part`;
    this.#opened = ensurePrivateFolder(folder)
      .then(() => open(this.#part, "wx", 0o600))
      .catch(() => undefined);
  }

  /** Queues a chunk; awaiting it bounds what waits in memory. */
  write(chunk: Uint8Array): Promise<unknown> {
    this.#last = this.#last.then(async () => {
      const file = await this.#opened;
      if (file === undefined || this.#failed) return;
      await file.appendFile(chunk).catch(() => {
        this.#failed = true;
      });
    });
    return this.#last;
  }

  /** After every check has passed: whole under its name, or not at all. */
  async keep(): Promise<void> {
    await this.#last;
    const file = await this.#opened;
    if (file === undefined) return;
    try {
      await file.sync();
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
