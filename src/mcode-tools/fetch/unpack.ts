import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type ExtractEvents, type Header as TarHeader, extract as tarExtract } from "tar-stream";
import { type Fault, isFault, messageOf } from "../../output/fault.ts";
import { type EntryRole, REQUIRED_ENTRIES } from "../artifact/pins.ts";
import { EndOfArchive } from "./end-of-archive.ts";
import { fetchFault } from "./errors.ts";
import { GUNZIP_CHUNK_BYTES, MAX_ENTRY_BYTES, MAX_UNPACKED_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

export type ArchiveFiles = Readonly<Record<EntryRole, Buffer>>;

/** tar-stream tells where an entry's content starts; its types do not know that field. */
type Header = TarHeader & { readonly byteOffset: number };
type EntryStream = ExtractEvents["entry"][1];

export interface Unpacked {
  readonly files: ArchiveFiles;
  readonly unpackedBytes: number;
}

const ROLES = new Map<string, EntryRole>(
  Object.entries(REQUIRED_ENTRIES).map(([role, name]) => [name, role as EntryRole]),
);

/**
 * Unpacks a gzip-compressed tar while it arrives and keeps the three entries that count, in memory: nothing
 * reaches the disk. `where` names the archive in faults.
 * @throws Fault `archive_cut` (through `cut`), `archive_invalid`, `limit_exceeded`, `entry_*`; what the source
 * throws comes through as it is.
 */
export async function unpackArchive(
  source: AsyncIterable<Uint8Array>,
  where: string,
): Promise<Unpacked & { readonly gzipBytes: number; readonly lastFour: number }> {
  const gunzip = createGunzip({ chunkSize: GUNZIP_CHUNK_BYTES });
  const reader = new EntryReader(where);
  const tail = new LastFour();
  await pipeline(
    tail.follow(source),
    gunzip,
    (unpacked: AsyncIterable<Buffer>) => reader.watch(unpacked),
    reader.extract,
  );
  const files = reader.finish();
  return { files, unpackedBytes: reader.unpackedBytes, gzipBytes: gunzip.bytesWritten, lastFour: tail.value };
}

/** The size field that ends a gzip member: with more than one member it cannot fit the whole. */
class LastFour {
  #bytes: Buffer = Buffer.alloc(0);

  get value(): number {
    return this.#bytes.length < 4 ? 0 : this.#bytes.readUInt32LE(0);
  }

  async *follow(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(-4)]).subarray(-4);
      yield chunk;
    }
  }
}

class EntryReader {
  readonly extract = tarExtract();
  readonly #where: string;
  readonly #end = new EndOfArchive();
  readonly #found = new Map<EntryRole, Buffer>();

  constructor(where: string) {
    this.#where = where;
    this.extract.on("entry", (header, stream, next) => {
      // What fails the archive is told by the pipeline; the entry's own echo of it has no listener otherwise.
      stream.on("error", () => undefined);
      this.#entry(header as Header, stream).then(() => next(), next);
    });
  }

  get unpackedBytes(): number {
    return this.#end.position;
  }

  /** Counts and watches the unpacked bytes on their way to the tar reader. */
  async *watch(unpacked: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of unpacked) {
      this.#end.write(chunk);
      if (this.#end.position > MAX_UNPACKED_BYTES) {
        throw this.#limit(texts.unpackedArchive, MAX_UNPACKED_BYTES, texts.moreThan(MAX_UNPACKED_BYTES));
      }
      yield chunk;
    }
  }

  finish(): ArchiveFiles {
    const problem = this.#end.end();
    if (problem !== undefined) throw fetchFault.archiveInvalid(this.#where, problem);
    const { cli, manifest, notices } = Object.fromEntries(this.#found);
    if (cli === undefined || manifest === undefined || notices === undefined) {
      const missing = [...ROLES].filter(([, role]) => !this.#found.has(role)).map(([name]) => name);
      throw fetchFault.entryMissing(this.#where, missing);
    }
    return { cli, manifest, notices };
  }

  async #entry(header: Header, stream: EntryStream): Promise<void> {
    const problem = this.#end.entry(header.byteOffset, header.size);
    if (problem !== undefined) throw fetchFault.archiveInvalid(this.#where, problem);
    const role = ROLES.get(header.name);
    if (role === undefined) return drained(stream);
    this.#check(header, role);
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    this.#found.set(role, Buffer.concat(chunks));
  }

  #check(header: Header, role: EntryRole): void {
    if (header.type !== "file" && header.type !== "contiguous-file") {
      throw fetchFault.entryNotAFile(this.#where, header.name, header.type ?? texts.unknownType);
    }
    if (this.#found.has(role)) throw fetchFault.entryDuplicate(this.#where, header.name);
    if (header.size > MAX_ENTRY_BYTES) throw this.#limit(header.name, MAX_ENTRY_BYTES, `${header.size}`);
  }

  #limit(name: string, limit: number, got: string): Fault {
    return fetchFault.limitExceeded(this.#where, name, limit, got);
  }
}

/** A content of no interest: read and dropped. */
function drained(stream: EntryStream): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on("end", () => resolve());
    stream.on("error", reject);
    stream.resume();
  });
}

/** Tells an archive that ends too early from one that is wrong; both come as errors of the libraries. */
export function isCut(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "Z_BUF_ERROR";
}

/** A fault for whatever unpacking threw. */
export function unpackFault(error: unknown, where: string): Fault {
  if (isFault(error)) return error;
  // The unpacker was done while the source went on: zeros behind the gzip member end it without an error.
  const early = (error as NodeJS.ErrnoException).code === "ABORT_ERR";
  return fetchFault.archiveInvalid(where, early ? texts.behindGzip : messageOf(error), error);
}
