import { createHash, type Hash } from "node:crypto";
import type { Fault } from "../../output/fault.ts";
import { checkManifest } from "../artifact/manifest.ts";
import { type ArtifactPins, REQUIRED_ENTRIES } from "../artifact/pins.ts";
import { PLACES } from "../artifact/places.ts";
import { fetchFault } from "./errors.ts";
import { type Integrity, parseIntegrity } from "./integrity.ts";
import { MAX_COMPRESSED_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";
import { type ArchiveFiles, isCut, type Unpacked, unpackArchive, unpackFault } from "./unpack.ts";

export interface CheckedArchive {
  readonly files: ArchiveFiles;
  readonly compressedBytes: number;
  readonly unpackedBytes: number;
  /** Of the manifest. */
  readonly toolsVersion: string;
}

/** Bytes of an archive that passed by, for progress and for the cache. */
export type OnChunk = (chunk: Uint8Array, totalBytes: number) => void;

/**
 * Reads an archive once: hashes, unpacks and checks it while it arrives. Resolves only when every check has
 * passed. When several are wrong the earliest cause is told: a body that ended early, then the hash, then
 * what the archive holds.
 */
export async function readArchive(
  source: AsyncIterable<Uint8Array>,
  pins: ArtifactPins,
  where: string,
  onChunk?: OnChunk,
): Promise<CheckedArchive> {
  const integrity = parseIntegrity(pins.integrity);
  const input = new HashedInput(source, integrity, where, onChunk);
  let unpacked: Unpacked | undefined;
  let problem: unknown;
  try {
    unpacked = await unpackWhole(input, where);
  } catch (error) {
    problem = error;
  }
  await input.drain();
  const hashes = { expected: integrity.text, got: input.digest() };
  if (isCut(problem) && hashes.got === hashes.expected)
    throw fetchFault.archiveInvalid(where, texts.brokenGzip, problem);
  if (isCut(problem)) throw fetchFault.archiveCut(where, input.bytes, hashes);
  if (input.start !== undefined) throw fetchFault.notGzip(where, input.start);
  if (hashes.got !== hashes.expected) throw fetchFault.integrityMismatch(where, hashes);
  if (unpacked === undefined) throw unpackFault(problem, where);
  const { toolsVersion } = checkFiles(unpacked.files, pins, where);
  return { ...unpacked, compressedBytes: input.bytes, toolsVersion };
}

async function unpackWhole(input: HashedInput, where: string): Promise<Unpacked> {
  const { gzipBytes, lastFour, ...unpacked } = await unpackArchive(input.chunks(), where);
  if (gzipBytes !== input.bytes) {
    throw fetchFault.archiveInvalid(where, texts.behindGzip);
  }
  if (lastFour !== unpacked.unpackedBytes) throw fetchFault.archiveInvalid(where, texts.secondMember);
  return unpacked;
}

function checkFiles(files: ArchiveFiles, pins: ArtifactPins, where: string): { toolsVersion: string } {
  const got = createHash("sha256").update(files.cli).digest("hex");
  if (got !== pins.cliSha256) {
    throw fetchFault.entryMismatch(where, REQUIRED_ENTRIES.cli, {
      expected: `SHA-256 ${pins.cliSha256}`,
      got: `SHA-256 ${got}`,
    });
  }
  const checked = checkManifest(files.manifest, { cliSha256: got, pins });
  if (!checked.ok) throw fetchFault.manifestInvalid(where, checked.problem);
  // Nothing else is taken from the archive, so with another resource the artifact could never be used.
  const other = checked.manifest.resources.find(({ path }) => path !== PLACES.cli);
  if (other !== undefined)
    throw fetchFault.manifestInvalid(where, texts.otherResource(PLACES.cli, other.path));
  return { toolsVersion: checked.manifest.version };
}

/** The source, hashed and counted as it is read; the unpacker may give up, the hash goes on to the end. */
class HashedInput {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #hash: Hash;
  readonly #integrity: Integrity;
  readonly #where: string;
  readonly #onChunk: OnChunk | undefined;
  #failure: { readonly error: unknown } | undefined;
  #done = false;
  bytes = 0;
  /** What the source starts with, in words, when that is no gzip header. */
  start: string | undefined;

  constructor(source: AsyncIterable<Uint8Array>, integrity: Integrity, where: string, onChunk?: OnChunk) {
    this.#iterator = source[Symbol.asyncIterator]();
    this.#integrity = integrity;
    this.#hash = createHash(integrity.algorithm);
    this.#where = where;
    this.#onChunk = onChunk;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) yield chunk;
  }

  /** Reads what the unpacker left. @throws what the source throws: that came before every other problem. */
  async drain(): Promise<void> {
    while (!this.#done && this.#failure === undefined) {
      await this.#next().catch(() => undefined);
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  digest(): string {
    return `${this.#integrity.algorithm}-${this.#hash.digest("base64")}`;
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      const { value, done } = await this.#iterator.next();
      if (done === true) {
        this.#done = true;
        return undefined;
      }
      this.#take(value);
      return value;
    } catch (error) {
      this.#failure ??= { error };
      await this.#iterator.return?.();
      throw error;
    }
  }

  #take(chunk: Uint8Array): void {
    if (this.bytes === 0 && chunk.length > 0 && chunk[0] !== 0x1f) this.start = startOf(chunk);
    this.bytes += chunk.length;
    if (this.bytes > MAX_COMPRESSED_BYTES) throw this.#tooBig();
    this.#hash.update(chunk);
    this.#onChunk?.(chunk, this.bytes);
  }

  #tooBig(): Fault {
    const got = texts.moreThan(MAX_COMPRESSED_BYTES);
    return fetchFault.limitExceeded(this.#where, texts.compressedArchive, MAX_COMPRESSED_BYTES, got);
  }
}

/** The first bytes as people can read them: a proxy's HTML page is told at a glance. */
function startOf(chunk: Uint8Array): string {
  return JSON.stringify(Buffer.from(chunk.subarray(0, 32)).toString("latin1"));
}
