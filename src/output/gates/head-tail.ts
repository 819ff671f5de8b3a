import type { Artifact } from "../artifacts/types.ts";
import { outputFault } from "../errors.ts";
import { HEAD_SHARE } from "../limits.ts";
import { countLines } from "../lines.ts";
import { type HeadTailCut, texts } from "../texts.ts";
import { ByteWindow } from "./byte-window.ts";
import { utf8Bytes } from "./cut.ts";
import type { GatedText } from "./details.ts";
import { headLines, type LineEnd, tailLines } from "./line-ends.ts";
import { storedDetails } from "./stored.ts";

export interface HeadTailOptions {
  /** Of the returned text, note and suffix included. */
  readonly maxBytes: number;
  /** Of the limit, for the head; 0 keeps only the end. */
  readonly headShare?: number;
}

export interface HeadTailFinish {
  /** A line that must show, after the tail and counted in the limit: the exit status. Without a newline. */
  readonly suffix?: string;
  readonly artifact?: Artifact;
  /** The output was to be stored, and storing failed: the note says so. */
  readonly storingFailed?: boolean;
  /** Bytes as they came, where what was pushed is a cleaned form of them. */
  readonly originalBytes?: number;
}

/**
 * Of a whole output the first 45 % of the limit and, of what the note leaves, the last (50-output). Takes the
 * output as it is produced; memory is that of the limit.
 */
export class HeadTail {
  readonly #maxBytes: number;
  readonly #headShare: number;
  readonly #window: ByteWindow;

  constructor({ maxBytes, headShare = HEAD_SHARE }: HeadTailOptions) {
    this.#maxBytes = maxBytes;
    this.#headShare = headShare;
    this.#window = new ByteWindow(maxBytes);
  }

  /** The next bytes (UTF-8; what is not becomes U+FFFD in the text). The buffer may be reused. */
  push(chunk: Uint8Array | string): void {
    this.#window.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }

  get totalBytes(): number {
    return this.#window.totalBytes;
  }

  get totalLines(): number {
    return this.#window.totalLines;
  }

  /** Whether `finish` with this suffix will leave something out, so that the whole must be stored. */
  willCut(suffix?: string): boolean {
    return this.#whole(suffix) === undefined;
  }

  /** The bounded text. Changes nothing; throws `limit_too_small` where the note does not fit the limit. */
  finish(options: HeadTailFinish = {}): GatedText {
    const whole = this.#whole(options.suffix);
    const { text, firstLeft } = whole === undefined ? this.#cut(options) : { text: whole, firstLeft: 0 };
    const truncated = whole === undefined;
    return {
      text,
      details: {
        truncated,
        has_more: truncated,
        strategy: "head_tail_lines",
        original_bytes: options.originalBytes ?? this.#window.totalBytes,
        returned_bytes: utf8Bytes(text),
        max_bytes: this.#maxBytes,
        ...storedDetails(truncated ? options.artifact : undefined, firstLeft),
      },
    };
  }

  #whole(suffix: string | undefined): string | undefined {
    if (this.#window.totalBytes > this.#maxBytes) return undefined;
    const text = withSuffix(decode(this.#window.whole), suffix);
    return utf8Bytes(text) <= this.#maxBytes ? text : undefined;
  }

  #cut(options: HeadTailFinish): { readonly text: string; readonly firstLeft: number } {
    const { suffix } = options;
    const suffixRoom = suffix === undefined ? 0 : utf8Bytes(suffix) + 1;
    const noteRoom = utf8Bytes(texts.headTailNote(this.#widestCut(options))) + NOTE_LINE_ENDS;
    const room = this.#maxBytes - noteRoom - suffixRoom;
    if (room < 0) throw outputFault.limitTooSmall(this.#maxBytes, noteRoom + suffixRoom);
    // With a tiny limit the tail still gets half.
    const headRoom = Math.min(Math.floor(this.#maxBytes * this.#headShare), Math.floor(room / 2));
    const rules = { overlong: this.#maxBytes, partial: this.#window.totalBytes > this.#maxBytes };
    const head = headLines(decode(this.#window.head), { ...rules, room: headRoom });
    const tailRoom = room - utf8Bytes(head.text);
    const tail = tailLines(decode(this.#window.tail), { ...rules, room: tailRoom });
    const headEnd = head.text === "" || head.text.endsWith("\n") ? "" : "\n";
    const cut = this.#cutBetween(head, tail, options);
    const text = `${head.text}${headEnd}${texts.headTailNote(cut)}\n${tail.text}`;
    return { text: withSuffix(text, suffix), firstLeft: cut.firstLeft };
  }

  #cutBetween(head: LineEnd, tail: LineEnd, options: HeadTailFinish): HeadTailCut {
    const total = this.#window.totalLines;
    const headCount = countLines(head.text);
    const tailStart = total - countLines(tail.text) + 1;
    const cutLines = new Set([...(head.cut ? [headCount] : []), ...(tail.cut ? [tailStart] : [])]);
    return {
      ...this.#facts(options),
      firstLeft: head.cut ? headCount : headCount + 1,
      lastLeft: tail.cut ? tailStart : tailStart - 1,
      omittedLines: Math.max(0, tailStart - headCount - 1),
      cutLines: [...cutLines],
    };
  }

  /** The longest note that may come: what it takes is known before the ends are cut. */
  #widestCut(options: HeadTailFinish): HeadTailCut {
    const total = this.#window.totalLines;
    return {
      ...this.#facts(options),
      firstLeft: total,
      lastLeft: total,
      // Not 1, which has the shorter plural.
      omittedLines: Math.max(2, total),
      cutLines: [total, total],
    };
  }

  #facts(options: HeadTailFinish) {
    return {
      totalLines: this.#window.totalLines,
      totalBytes: options.originalBytes ?? this.#window.totalBytes,
      path: options.artifact?.path,
      storingFailed: options.storingFailed,
    };
  }
}

/** After a head cut inside a line, and after the note. */
const NOTE_LINE_ENDS = 2;

function withSuffix(text: string, suffix: string | undefined): string {
  if (suffix === undefined) return text;
  return text === "" || text.endsWith("\n") ? text + suffix : `${text}\n${suffix}`;
}

function decode(bytes: Uint8Array): string {
  // A BOM is content here: the text must come back byte for byte.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
