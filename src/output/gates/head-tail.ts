import { outputFault } from "../errors.ts";
import { HEAD_SHARE } from "../limits.ts";
import { countLines } from "../lines.ts";
import { type HeadTailCut, texts } from "../texts.ts";
import { utf8Chunks } from "../utf8-chunks.ts";
import { ByteWindow } from "./byte-window.ts";
import { utf8Bytes } from "./cut.ts";
import type { GatedText } from "./details.ts";
import { headLines, type LineEnd, tailLines } from "./line-ends.ts";
import { storedDetails } from "./stored.ts";
import type { StreamFinish, StreamGate } from "./stream-gate.ts";

export interface HeadTailOptions {
  /** Of the returned text, note and suffix included. */
  readonly maxBytes: number;
  /** Of the returned text, without note and suffix; absent, any number. */
  readonly maxLines?: number;
  /** Of the limits, for the head; 0 keeps only the end. */
  readonly headShare?: number;
}

export interface HeadTailFinish extends StreamFinish {
  /** A line that must show, after the tail and counted in the limit: the exit status. Without a newline. */
  readonly suffix?: string;
  /** A smaller limit than that of the collector, for what is cut: a preview. */
  readonly maxBytes?: number;
}

/**
 * Of a whole output the first 45 % of the limit and, of what the note leaves, the last (50-output). Takes the
 * output as it is produced; memory is that of the limit.
 */
export class HeadTail implements StreamGate {
  readonly #limits: Required<HeadTailOptions>;
  readonly #window: ByteWindow;

  constructor({ maxBytes, maxLines = Infinity, headShare = HEAD_SHARE }: HeadTailOptions) {
    this.#limits = { maxBytes, maxLines, headShare };
    // Twice the limit: behind lines that are kept there is still enough to see that a line is over-long.
    this.#window = new ByteWindow(2 * maxBytes);
  }

  /** The next bytes (UTF-8; what is not becomes U+FFFD in the text). The buffer may be reused. */
  push(chunk: Uint8Array | string): void {
    if (typeof chunk !== "string") this.#window.push(chunk);
    else for (const bytes of utf8Chunks(chunk)) this.#window.push(bytes);
  }

  get totalBytes(): number {
    return this.#window.totalBytes;
  }

  get totalLines(): number {
    return this.#window.totalLines;
  }

  leastBytes(path?: string): number {
    const smallest = { totalLines: 1, totalBytes: 1, firstLeft: 1, omittedLines: 1, cutLines: [], path };
    return utf8Bytes(`${texts.headTailNote(smallest)}\n`);
  }

  get isValid(): boolean {
    return this.#window.isValid;
  }

  /** Whether `finish` with this suffix will leave something out, so that the whole must be stored. */
  willCut(suffix?: string): boolean {
    return this.#whole(suffix) === undefined;
  }

  /** The bounded text. Changes nothing; throws `limit_too_small` where the note does not fit the limit. */
  finish(options: HeadTailFinish = {}): GatedText {
    const whole = this.#whole(options.suffix);
    const truncated = whole === undefined;
    const { text, firstLeft } = truncated ? this.#cut(options) : { text: whole, firstLeft: 0 };
    return {
      text,
      details: {
        truncated,
        has_more: truncated,
        strategy: "head_tail_lines",
        original_bytes: options.originalBytes ?? this.#window.totalBytes,
        returned_bytes: utf8Bytes(text),
        max_bytes: this.#limits.maxBytes,
        ...storedDetails(truncated ? options.artifact : undefined, firstLeft),
      },
    };
  }

  #whole(suffix: string | undefined): string | undefined {
    const { maxBytes, maxLines } = this.#limits;
    if (this.#window.totalBytes > maxBytes || this.#window.totalLines > maxLines) return undefined;
    const text = withSuffix(this.#window.head, suffix);
    return utf8Bytes(text) <= maxBytes ? text : undefined;
  }

  /** The note's own size depends on what is cut: more room is left for it until it fits. */
  #cut(options: HeadTailFinish): { readonly text: string; readonly firstLeft: number } {
    const { maxBytes = this.#limits.maxBytes } = options;
    const ends = { head: this.#window.head, tail: this.#window.tail };
    const suffixRoom = options.suffix === undefined ? 0 : utf8Bytes(options.suffix) + 1;
    for (let noteRoom = 0; ; ) {
      const room = maxBytes - noteRoom - suffixRoom;
      if (room < 0) return this.#bareNote(options, maxBytes);
      const { head, tail } = this.#keep(ends, room, maxBytes);
      const cut = this.#cutBetween(head, tail, options);
      const headEnd = head.text === "" || head.text.endsWith("\n") ? "" : "\n";
      const note = `${headEnd}${texts.headTailNote(cut)}\n`;
      const text = withSuffix(head.text + note + tail.text, options.suffix);
      if (utf8Bytes(text) <= maxBytes) return { text, firstLeft: cut.firstLeft };
      noteRoom = Math.max(noteRoom + 1, utf8Bytes(note));
    }
  }

  /** With the least limit that is possible nothing but the note shows. */
  #bareNote(
    options: HeadTailFinish,
    maxBytes: number,
  ): { readonly text: string; readonly firstLeft: number } {
    const cut = this.#cutBetween(NOTHING_KEPT, NOTHING_KEPT, options);
    const text = withSuffix(`${texts.headTailNote(cut)}\n`, options.suffix);
    if (utf8Bytes(text) > maxBytes) throw outputFault.limitTooSmall(maxBytes, utf8Bytes(text));
    return { text, firstLeft: cut.firstLeft };
  }

  #keep(
    ends: { head: string; tail: string },
    room: number,
    maxBytes: number,
  ): { head: LineEnd; tail: LineEnd } {
    const { maxLines, headShare } = this.#limits;
    const head = headLines(ends.head, {
      overlong: maxBytes,
      // With a tiny limit the tail still gets half.
      room: Math.min(Math.floor(maxBytes * headShare), Math.floor(room / 2)),
      lines: Math.floor(maxLines * headShare),
    });
    const lines = maxLines - countLines(head.text);
    const tail = tailLines(ends.tail, { overlong: maxBytes, room: room - utf8Bytes(head.text), lines });
    return { head, tail };
  }

  #cutBetween(head: LineEnd, tail: LineEnd, options: HeadTailFinish): HeadTailCut {
    const total = this.#window.totalLines;
    const headCount = countLines(head.text);
    const tailStart = total - countLines(tail.text) + 1;
    const cutLines = new Set([...(head.cut ? [headCount] : []), ...(tail.cut ? [tailStart] : [])]);
    return {
      totalLines: total,
      totalBytes: options.originalBytes ?? this.#window.totalBytes,
      firstLeft: head.cut ? headCount : headCount + 1,
      omittedLines: Math.max(0, tailStart - headCount - 1),
      cutLines: [...cutLines],
      path: options.artifact?.path,
      storingFailed: options.storingFailed,
    };
  }
}

const NOTHING_KEPT: LineEnd = { text: "", cut: false };

function withSuffix(text: string, suffix: string | undefined): string {
  if (suffix === undefined) return text;
  return text === "" || text.endsWith("\n") ? text + suffix : `${text}\n${suffix}`;
}
