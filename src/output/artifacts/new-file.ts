import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fdatasync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";
import { outputFault } from "../errors.ts";
import { ARTIFACT_BUFFER_BYTES, FILE_MODE, SYNC_STEP_BYTES } from "../limits.ts";
import { systemCode } from "../system-error.ts";
import { texts } from "../texts.ts";
import { ContentHash } from "./content-hash.ts";
import { hashOfFile } from "./file-hash.ts";
import type { HeldFolder } from "./folder.ts";

export const TEMPORARY_PREFIX = ".turnkit-";
export const TEMPORARY_SUFFIX = ".tmp";

/** Filesystems without hard links answer one of these. */
const NO_LINKS = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/**
 * A file that gets its name only when it is whole: written under a temporary name, fsynced, linked into
 * place. Every method throws the system's error; `drop` removes what there is.
 */
export class NewFile {
  readonly #folder: HeldFolder;
  readonly #temporary = `${TEMPORARY_PREFIX}${randomBytes(8).toString("hex")}${TEMPORARY_SUFFIX}`;
  readonly #hash: ContentHash | undefined;
  #buffer: Buffer | undefined;
  #buffered = 0;
  #bytes = 0;
  #sinceSync = 0;
  #syncing = false;
  #fd: number | undefined;

  /** `hashed`: its name is made of its content, so the hash is made on the way. */
  constructor(folder: HeldFolder, hashed: boolean) {
    this.#folder = folder;
    const exclusive = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
    const path = folder.entry(this.#temporary);
    this.#fd = openSync(path, exclusive, FILE_MODE);
    this.#hash = hashed ? new ContentHash(path) : undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (chunk.length >= ARTIFACT_BUFFER_BYTES) {
      this.#flush();
      this.#writeAll(chunk);
      return;
    }
    if (this.#buffered + chunk.length > ARTIFACT_BUFFER_BYTES) this.#flush();
    this.#buffer ??= Buffer.allocUnsafe(ARTIFACT_BUFFER_BYTES);
    this.#buffer.set(chunk, this.#buffered);
    this.#buffered += chunk.length;
  }

  /** What has been written so far, at most `maxBytes` from `offset`. */
  read(offset: number, maxBytes: number): Uint8Array {
    this.#flush();
    return readAt(this.#opened(), offset, maxBytes);
  }

  /** Makes the bytes last and gives them the name made of their hash. Resolves to the hash, hex. */
  async publish(
    nameOf: (sha256: string) => string,
  ): Promise<{ readonly name: string; readonly sha256: string }> {
    this.#flush();
    const [sha256 = ""] = await Promise.all([this.#hash?.digest(), promisify(fsync)(this.#opened())]);
    const name = nameOf(sha256);
    await this.#publishAs(name);
    return { name, sha256 };
  }

  /** As `publish`, with a name that does not depend on the content. */
  async publishAs(name: string): Promise<void> {
    this.#flush();
    await promisify(fsync)(this.#opened());
    await this.#publishAs(name);
  }

  /** Closes and removes the temporary name; safe to call twice. */
  drop(): void {
    if (this.#fd === undefined) return;
    this.#hash?.close();
    closeSync(this.#fd);
    this.#fd = undefined;
    try {
      unlinkSync(this.#folder.entry(this.#temporary));
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
    }
  }

  async #publishAs(name: string): Promise<void> {
    await this.#link(name);
    this.drop();
    if (this.#folder.fd !== undefined) fsyncSync(this.#folder.fd);
  }

  async #link(name: string): Promise<void> {
    const temporary = this.#folder.entry(this.#temporary);
    const final = this.#folder.entry(name);
    try {
      linkSync(temporary, final);
    } catch (error) {
      const code = systemCode(error) ?? "";
      if (code === "EEXIST") return this.#verify(name);
      if (!NO_LINKS.has(code)) throw error;
      // The name is made of the content, so what a rename could replace would be the same bytes.
      if (existsAtAll(final)) return this.#verify(name);
      renameSync(temporary, final);
    }
  }

  /** What has the name already must be this very content; it is never overwritten. */
  async #verify(name: string): Promise<void> {
    const shown = `${this.#folder.path}/${name}`;
    const stat = lstatSync(this.#folder.entry(name));
    if (!stat.isFile()) throw outputFault.artifactUnsafe(shown, texts.fileIsNoFile);
    const hashOf = (entry: string) => hashOfFile(this.#folder.entry(entry));
    const same = stat.size === this.#bytes && (await hashOf(this.#temporary)) === (await hashOf(name));
    if (!same) throw outputFault.artifactDiffers(shown);
  }

  #flush(): void {
    if (this.#buffer !== undefined) this.#writeAll(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #writeAll(bytes: Uint8Array): void {
    const fd = this.#opened();
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at);
    this.#hash?.update(bytes);
    this.#sinceSync += bytes.length;
    if (this.#sinceSync >= SYNC_STEP_BYTES && !this.#syncing) this.#syncAhead(fd);
  }

  /** Much of a long file is on the disk already when its end comes. What fails here fails in `publish` too. */
  #syncAhead(fd: number): void {
    this.#sinceSync = 0;
    this.#syncing = true;
    fdatasync(fd, () => {
      this.#syncing = false;
    });
  }

  #opened(): number {
    if (this.#fd === undefined) throw new Error("The file is closed");
    return this.#fd;
  }
}

/** At most `maxBytes` of an open file from `offset`; less only at its end. */
export function readAt(fd: number, offset: number, maxBytes: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(maxBytes);
  let filled = 0;
  for (let count = -1; count !== 0 && filled < maxBytes; filled += count) {
    count = readSync(fd, bytes, filled, maxBytes - filled, offset + filled);
  }
  return bytes.subarray(0, filled);
}

function existsAtAll(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
