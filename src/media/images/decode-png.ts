import type { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { createInflate } from "node:zlib";
import { brokenImage } from "../failed.ts";
import { PNG_SURPLUS_BYTES } from "../limits.ts";
import type { PixelSink } from "./pixels.ts";
import { type PngParts, pngParts } from "./png-frame.ts";
import { rowWriter, undoFilter } from "./png-rows.ts";

interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const PLAIN: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];

/** The seven passes of an interlaced PNG. */
const ADAM7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
].map(([x = 0, y = 0, stepX = 1, stepY = 1]) => ({ x, y, stepX, stepY }));

const INFLATED_BYTES = 256 * 1024;

/**
 * Decodes row by row, so that memory does not grow with the picture; without a sink only that it can be
 * decoded is found out. @throws MediaFailed
 */
export async function decodePng(bytes: Buffer, sink: PixelSink | undefined): Promise<void> {
  const parts = pngParts(bytes);
  if (typeof parts === "string") throw brokenImage(parts);
  const rows = new RowReader(parts, sink);
  const inflate = Readable.from(parts.pixels).pipe(createInflate({ chunkSize: INFLATED_BYTES }));
  let surplus = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      surplus += rows.take(chunk);
      if (surplus > PNG_SURPLUS_BYTES) break;
    }
  } catch (error) {
    const isShort = (error as NodeJS.ErrnoException).code === "Z_BUF_ERROR";
    throw isShort ? brokenImage("too_few_pixels") : asBroken(error);
  } finally {
    inflate.destroy();
  }
  if (!rows.done) throw brokenImage("too_few_pixels");
}

/** Cuts the stream into rows, each with the number of its filter before it. */
class RowReader {
  readonly #parts: PngParts;
  readonly #sink: PixelSink | undefined;
  readonly #passes: Pass[];
  readonly #write: ReturnType<typeof rowWriter>;
  /** The row that is being filled, and the one before; the filter's number is not in them. */
  #row = new Uint8Array(0);
  #before = new Uint8Array(0);
  #filter = -1;
  #filled = 0;
  #y = 0;

  constructor(parts: PngParts, sink: PixelSink | undefined) {
    this.#parts = parts;
    this.#sink = sink;
    this.#write = rowWriter(parts);
    this.#passes = (parts.interlaced ? ADAM7 : PLAIN).filter(
      ({ x, y }) => x < parts.width && y < parts.height,
    );
    this.#beginPass();
  }

  get done(): boolean {
    return this.#passes.length === 0;
  }

  /** How many bytes came after the last row. */
  take(chunk: Uint8Array): number {
    let at = 0;
    while (at < chunk.length && !this.done) {
      if (this.#filter === -1) {
        this.#filter = chunk[at++] as number;
        if (this.#filter > 4) throw brokenImage("bad_pixels");
        continue;
      }
      const count = Math.min(chunk.length - at, this.#row.length - this.#filled);
      if (this.#sink !== undefined) this.#row.set(chunk.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === this.#row.length) this.#endRow();
    }
    return chunk.length - at;
  }

  #beginPass(): void {
    const pass = this.#passes[0];
    if (pass === undefined) return;
    const { width, depth } = this.#parts;
    const bits = Math.ceil((width - pass.x) / pass.stepX) * samplesOf(this.#parts) * depth;
    this.#row = new Uint8Array(Math.ceil(bits / 8));
    this.#before = new Uint8Array(this.#row.length);
    this.#y = pass.y;
  }

  #endRow(): void {
    const pass = this.#passes[0] as Pass;
    const { width, height, depth } = this.#parts;
    if (this.#sink !== undefined) {
      undoFilter({ filter: this.#filter, row: this.#row, before: this.#before }, this.#pixelBytes(depth));
      const count = Math.ceil((width - pass.x) / pass.stepX);
      this.#sink.put(this.#write(this.#row, count), { y: this.#y, x: pass.x, step: pass.stepX });
    }
    [this.#row, this.#before] = [this.#before, this.#row];
    [this.#filter, this.#filled] = [-1, 0];
    this.#y += pass.stepY;
    if (this.#y < height) return;
    this.#passes.shift();
    this.#beginPass();
  }

  #pixelBytes(depth: number): number {
    return Math.max(1, (samplesOf(this.#parts) * depth) / 8);
  }
}

function samplesOf({ colour }: PngParts): number {
  return { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour];
}

function asBroken(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return code.startsWith("Z_") ? brokenImage("bad_pixels") : error;
}
