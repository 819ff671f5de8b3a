import { MAX_FRAME_BYTES } from "./limits.ts";

const HEADER_BYTES = 4;

/** One frame: 4 bytes of length, big-endian, and JSON in UTF-8. @throws RangeError over the limit. */
export function encodeFrame(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  if (length > MAX_FRAME_BYTES) throw new RangeError(`frame of ${length} bytes, limit ${MAX_FRAME_BYTES}`);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.writeUInt32BE(length, 0);
  frame.write(text, HEADER_BYTES);
  return frame;
}

/** Cuts a byte stream into frame bodies. Holds at most one frame and the chunk it came with. */
export class FrameReader {
  #waiting: Buffer[] = [];
  #bytes = 0;
  #broken = false;

  /** A length over the limit came: what was whole before it still counts, nothing after it does. */
  get broken(): boolean {
    return this.#broken;
  }

  /** Bytes of a frame that is not whole yet. */
  get pending(): number {
    return this.#bytes;
  }

  /** @returns the bodies that are whole now. */
  push(chunk: Buffer): Buffer[] {
    if (this.#broken) return [];
    this.#waiting.push(chunk);
    this.#bytes += chunk.length;
    const needed = this.#needed();
    const fits = needed !== undefined && needed <= HEADER_BYTES + MAX_FRAME_BYTES;
    if (fits && this.#bytes < needed) return [];
    return this.#cut(this.#join());
  }

  /** Bytes that the first waiting frame takes; undefined while its length is not known. */
  #needed(): number | undefined {
    const first = this.#waiting[0];
    return first !== undefined && first.length >= HEADER_BYTES
      ? HEADER_BYTES + first.readUInt32BE(0)
      : undefined;
  }

  #join(): Buffer {
    const only = this.#waiting[0];
    return this.#waiting.length === 1 && only !== undefined ? only : Buffer.concat(this.#waiting);
  }

  #cut(data: Buffer): Buffer[] {
    const bodies: Buffer[] = [];
    let at = 0;
    while (data.length - at >= HEADER_BYTES) {
      const length = data.readUInt32BE(at);
      if (length > MAX_FRAME_BYTES) {
        this.#broken = true;
        at = data.length;
        break;
      }
      if (data.length - at < HEADER_BYTES + length) break;
      bodies.push(data.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length));
      at += HEADER_BYTES + length;
    }
    this.#waiting = at < data.length ? [data.subarray(at)] : [];
    this.#bytes = data.length - at;
    return bodies;
  }
}

/** The JSON of a body; undefined when it is not JSON in UTF-8. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
