import { NEWLINES_BY_HAND_BYTES, WASM_PAGE_BYTES } from "./limits.ts";
import { newlineModule } from "./newline-module.ts";

type Counter = (bytes: Uint8Array) => number;

const WORD_SPAN = 255;
let countedByHand = 0;
let vectors: Counter | undefined;

/**
 * How many LF bytes there are. The count is made of every byte of every output, so it has to be faster than
 * a pipe: four bytes at a time, and once an output is long, sixteen at a time in WebAssembly.
 */
export function countNewlines(bytes: Uint8Array): number {
  if (countedByHand < NEWLINES_BY_HAND_BYTES) {
    countedByHand += bytes.length;
    return countByWords(bytes);
  }
  vectors ??= vectorCounter() ?? countByWords;
  return vectors(bytes);
}

/** Counts with what every processor has. */
export function countByWords(bytes: Uint8Array): number {
  const aligned = (4 - (bytes.byteOffset & 3)) & 3;
  if (bytes.length < aligned) return countSlowly(bytes, 0, bytes.length);
  const words = (bytes.length - aligned) >> 2;
  const wordsEnd = aligned + words * 4;
  return (
    countSlowly(bytes, 0, aligned) +
    countInWords(new Int32Array(bytes.buffer, bytes.byteOffset + aligned, words)) +
    countSlowly(bytes, wordsEnd, bytes.length)
  );
}

/** Counts in WebAssembly; undefined where the runtime or the processor has no vectors. */
export function vectorCounter(): Counter | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(newlineModule()));
    const page = new Uint8Array((exports.m as WebAssembly.Memory).buffer);
    const count = exports.f as (from: number, to: number) => number;
    return (bytes) => countInPages(bytes, page, count);
  } catch {
    return undefined;
  }
}

function countInPages(
  bytes: Uint8Array,
  page: Uint8Array,
  count: (from: number, to: number) => number,
): number {
  const whole = bytes.length & ~15;
  let total = countSlowly(bytes, whole, bytes.length);
  for (let at = 0; at < whole; at += WASM_PAGE_BYTES) {
    const part = bytes.subarray(at, Math.min(whole, at + WASM_PAGE_BYTES));
    page.set(part);
    total += count(0, part.length);
  }
  return total;
}

function countSlowly(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) if (bytes[index] === 0x0a) count++;
  return count;
}

function countInWords(words: Int32Array): number {
  let count = 0;
  let index = 0;
  while (index < words.length) {
    // Each byte of `lanes` counts the hits in its column; 255 words cannot overflow it.
    const stop = Math.min(words.length, index + WORD_SPAN);
    let lanes = 0;
    for (; index < stop; index++) {
      // A byte of `word` is zero where the input has LF; exactly there the top bit of `hit` is set.
      const word = (words[index] as number) ^ 0x0a0a0a0a;
      const hit = ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f);
      lanes = (lanes + (hit >>> 7)) | 0;
    }
    count += (lanes & 255) + ((lanes >>> 8) & 255) + ((lanes >>> 16) & 255) + (lanes >>> 24);
  }
  return count;
}
