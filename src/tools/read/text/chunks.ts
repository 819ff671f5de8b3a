import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { EncodingFacts } from "../../files/encoding.ts";
import { CHUNK_BYTES, FIRST_CHUNK_BYTES } from "../limits.ts";

/** The bytes of an open file from its start. A chunk is valid until the next one. */
export async function* fileChunks(handle: FileHandle, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
  for (let position = 0; ; ) {
    signal?.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
    // The first lines of a large file must not cost a large buffer.
    if (buffer.length === FIRST_CHUNK_BYTES) buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  }
}

/** The same bytes as UTF-8 text without its byte order mark. */
export class Utf8Stream {
  readonly #decoder: TextDecoder | undefined;
  #bom: number;

  constructor({ encoding, bomBytes }: EncodingFacts) {
    this.#decoder = encoding === "utf-8" ? undefined : new TextDecoder(encoding, { ignoreBOM: true });
    this.#bom = bomBytes;
  }

  push(chunk: Buffer): Buffer {
    const content = chunk.subarray(this.#bom);
    this.#bom = 0;
    return this.#decoder === undefined
      ? content
      : Buffer.from(this.#decoder.decode(content, { stream: true }), "utf8");
  }

  /** What a last half of a character comes to. */
  end(): Buffer {
    return Buffer.from(this.#decoder?.decode() ?? "", "utf8");
  }
}
