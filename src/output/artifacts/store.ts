import { createHash } from "node:crypto";
import { closeSync, constants, lstatSync, openSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import { outputFault } from "../errors.ts";
import { isFault } from "../fault.ts";
import { ARTIFACT_BUFFER_BYTES, STALE_TEMPORARY_MS } from "../limits.ts";
import { systemReason } from "../system-error.ts";
import { texts } from "../texts.ts";
import { type HeldFolder, holdFolder } from "./folder.ts";
import { NewFile, readAt, TEMPORARY_PREFIX, TEMPORARY_SUFFIX } from "./new-file.ts";
import { hasLongLine, LongLineWatch, readableLines } from "./readable.ts";
import type {
  Artifact,
  ArtifactCall,
  ArtifactOptions,
  ArtifactStore,
  ReadableArtifactWriter,
} from "./types.ts";

export interface ArtifactPlace {
  /** Absolute; the stored files must really lie inside it. */
  readonly container: string;
  /** Folders below it, made when absent. */
  readonly folder: readonly string[];
  /** Told of the first failure, and only of that. */
  readonly report: (diagnostic: Diagnostic) => void;
}

/** Stores whole outputs below one folder (50-output, gate 3). Touches the disk with the first output only. */
export function createArtifactStore(place: ArtifactPlace): ArtifactStore {
  let told = false;
  const failed = (error: unknown): void => {
    if (told) return;
    told = true;
    place.report({
      severity: "warning",
      code: "artifact_failed",
      message: isFault(error) ? error.message : texts.artifactFailed(systemReason(error)),
      where: (isFault(error) ? error.where : undefined) ?? join(place.container, ...place.folder),
    });
  };
  const begin = (call: ArtifactCall, options: ArtifactOptions = {}): ReadableArtifactWriter =>
    new StoredOutput({ place, call, failed, ...options });
  return {
    begin,
    store: (call, text) => {
      const writer = begin(call, { readable: true });
      writer.write(Buffer.from(text));
      return writer.publish();
    },
  };
}

interface StoredOutputOptions extends ArtifactOptions {
  readonly place: ArtifactPlace;
  readonly call: ArtifactCall;
  readonly failed: (error: unknown) => void;
}

class StoredOutput implements ReadableArtifactWriter {
  readonly #options: StoredOutputOptions;
  readonly #longLine = new LongLineWatch();
  #early: Uint8Array[] = [];
  #earlyBytes = 0;
  #folder: HeldFolder | undefined;
  #file: NewFile | undefined;
  #published: string | undefined;
  #over = false;

  constructor(options: StoredOutputOptions) {
    this.#options = options;
  }

  write(chunk: Uint8Array): void {
    if (this.#over) return;
    if (this.#options.readable === true) this.#longLine.push(chunk);
    try {
      if (this.#file !== undefined) this.#file.write(chunk);
      else if (this.#earlyBytes + chunk.length <= (this.#options.hold ?? ARTIFACT_BUFFER_BYTES))
        this.#keep(chunk);
      else this.#open().write(chunk);
    } catch (error) {
      this.#fail(error);
    }
  }

  async publish(): Promise<Artifact | undefined> {
    if (this.#over) return undefined;
    this.#over = true;
    try {
      const file = this.#file ?? this.#open();
      const call = callName(this.#options.call);
      const { name, sha256 } = await file.publish((hash) => `${call}-${hash}.txt`);
      this.#checkShown(name);
      const artifact = { path: this.#shown(name), sha256, bytes: file.bytes };
      this.#published = artifact.path;
      const readable = this.#longLine.found ? await this.#readableOrNone(name, artifact) : undefined;
      return readable === undefined ? artifact : { ...artifact, readable };
    } catch (error) {
      this.#fail(error);
      return undefined;
    } finally {
      this.#close();
    }
  }

  discard(): void {
    this.#over = true;
    this.#close();
  }

  read(offset: number, maxBytes: number): Uint8Array {
    try {
      if (this.#file !== undefined) return this.#file.read(offset, maxBytes);
      if (this.#published !== undefined) return readRange(this.#published, offset, maxBytes);
    } catch (error) {
      this.#options.failed(error);
      return new Uint8Array(0);
    }
    return Buffer.concat(this.#early).subarray(offset, offset + maxBytes);
  }

  /** The whole is stored: that its long lines are not in pieces too loses nothing. */
  async #readableOrNone(name: string, artifact: Artifact): Promise<string | undefined> {
    try {
      return await this.#publishReadable(name, artifact);
    } catch (error) {
      this.#options.failed(error);
      return undefined;
    }
  }

  async #publishReadable(name: string, artifact: Artifact): Promise<string | undefined> {
    const folder = this.#folder;
    if (folder === undefined || !(await hasLongLine(folder.entry(name)))) return undefined;
    const file = new NewFile(folder, false);
    try {
      const source = { file: name, sha256: artifact.sha256, bytes: artifact.bytes };
      for await (const lines of readableLines(folder.entry(name), source)) file.write(Buffer.from(lines));
      const readable = name.replace(/\.txt$/, ".readable.v1.jsonl");
      await file.publishAs(readable);
      return this.#shown(readable);
    } finally {
      file.drop();
    }
  }

  /** What a note names must open: the folder may have been moved away, or a link put in its place. */
  #checkShown(name: string): void {
    const path = this.#shown(name);
    const stored = this.#folder && lstatSync(this.#folder.entry(name));
    const shown = lstatSync(path, { throwIfNoEntry: false });
    const same = shown !== undefined && shown.ino === stored?.ino && shown.dev === stored.dev;
    if (!same) throw outputFault.artifactUnsafe(path, texts.folderElsewhere);
  }

  /** Memory first: an output that turns out to be short leaves no trace on the disk. */
  #keep(chunk: Uint8Array): void {
    // A copy: `slice` of a Buffer would be another view of what the caller overwrites.
    this.#early.push(new Uint8Array(chunk));
    this.#earlyBytes += chunk.length;
  }

  #open(): NewFile {
    const { container, folder } = this.#options.place;
    this.#folder = holdFolder(container, folder);
    removeStale(this.#folder);
    this.#file = new NewFile(this.#folder, true);
    for (const chunk of this.#early) this.#file.write(chunk);
    this.#early = [];
    return this.#file;
  }

  #fail(error: unknown): void {
    this.#over = true;
    this.#close();
    this.#options.failed(error);
  }

  #close(): void {
    this.#early = [];
    try {
      this.#file?.drop();
    } catch (error) {
      this.#options.failed(error);
    }
    this.#file = undefined;
    this.#folder?.close();
    this.#folder = undefined;
  }

  #shown(name: string): string {
    const { container, folder } = this.#options.place;
    return join(container, ...folder, name);
  }
}

/** The part of a name that says which call it was (50-output). */
function callName({ toolCallId, tool }: ArtifactCall): string {
  return createHash("sha256").update(`${toolCallId}\0${tool}`).digest("hex").slice(0, 24);
}

/** What a killed process left behind; one that still writes is younger. One that cannot go hinders nobody. */
function removeStale(folder: HeldFolder): void {
  for (const name of readdirSync(folder.entry("."))) {
    if (!name.startsWith(TEMPORARY_PREFIX) || !name.endsWith(TEMPORARY_SUFFIX)) continue;
    const stat = lstatSync(folder.entry(name), { throwIfNoEntry: false });
    if (stat?.isFile() === true && Date.now() - stat.mtimeMs > STALE_TEMPORARY_MS) {
      try {
        unlinkSync(folder.entry(name));
      } catch {
        // Another process was faster, or it is another user's.
      }
    }
  }
}

function readRange(path: string, offset: number, maxBytes: number): Uint8Array {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readAt(fd, offset, maxBytes);
  } finally {
    closeSync(fd);
  }
}
