import { NEWLINES_BY_HAND_BYTES, WASM_PAGE_BYTES } from "./limits.ts";
import { newlineModule } from "./newline-module.ts";

type Counter = (bytes: Uint8Array) => number;

interface VectorCounter {
  readonly count: Counter;
  /** Bytes that are counted where they stand; what others bring is copied to another place first. */
  readonly buffer: Buffer;
}

const WORD_SPAN = 255;
let countedByHand = 0;
let vectors: VectorCounter | "none" | undefined;
let lent = false;

/**
 * How many LF bytes there are. The count is made of every byte of every output, so it has to be faster than
 * a pipe: four bytes at a time, and once an output is long, sixteen at a time in WebAssembly.
 */
export function countNewlines(bytes: Uint8Array): number {
  if (countedByHand + bytes.length <= NEWLINES_BY_HAND_BYTES) {
    countedByHand += bytes.length;
    return countByWords(bytes);
  }
  vectors ??= vectorCounter() ?? "none";
  return vectors === "none" ? countByWords(bytes) : vectors.count(bytes);
}

/** A buffer to read into whose newlines are counted without a copy. One reader at a time has it. */
export function borrowCountingBuffer(): { readonly buffer: Buffer; giveBack(): void } | undefined {
  if (lent || vectors === undefined || vectors === "none") return undefined;
  lent = true;
  return {
    buffer: vectors.buffer,
    giveBack: () => {
      lent = false;
    },
  };
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
export function vectorCounter(): VectorCounter | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(newlineModule()));
    const memory = exports.m as WebAssembly.Memory;
    const count = exports.f as (from: number, to: number) => number;
    const page = new Uint8Array(memory.buffer, 0, WASM_PAGE_BYTES);
    const inPlace = (bytes: Uint8Array, at: number): number => {
      const whole = bytes.length & ~63;
      return count(at, at + whole) + countSlowly(bytes, whole, bytes.length);
    };
    return {
      buffer: Buffer.from(memory.buffer, WASM_PAGE_BYTES),
      count: (bytes) =>
        bytes.buffer === memory.buffer ? inPlace(bytes, bytes.byteOffset) : copied(bytes, page, inPlace),
    };
  } catch {
    return undefined;
  }
}

function copied(
  bytes: Uint8Array,
  page: Uint8Array,
  inPlace: (bytes: Uint8Array, at: number) => number,
): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += WASM_PAGE_BYTES) {
    const part = bytes.subarray(at, at + WASM_PAGE_BYTES);
    page.set(part);
    total += inPlace(part, 0);
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
