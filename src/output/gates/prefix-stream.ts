import { lineAt } from "../lines.ts";
import { texts } from "../texts.ts";
import { ByteWindow } from "./byte-window.ts";
import { utf8Bytes } from "./cut.ts";
import type { GatedText } from "./details.ts";
import { type PrefixLimits, PrefixLines } from "./prefix-lines.ts";
import { storedDetails } from "./stored.ts";
import type { StreamFinish, StreamGate } from "./stream-gate.ts";

/** Whole lines from the head of a stream; the totals in the note are those of the whole stream. */
export class PrefixStream implements StreamGate {
  readonly #limits: PrefixLimits;
  readonly #window: ByteWindow;

  constructor(limits: PrefixLimits) {
    this.#limits = limits;
    this.#window = new ByteWindow(limits.maxBytes);
  }

  push(chunk: Uint8Array): void {
    this.#window.push(chunk);
  }

  leastBytes(path?: string): number {
    return utf8Bytes(`\n${texts.prefixNote({ shown: 1, totalLines: 1, totalBytes: 1, cut: true, path })}`);
  }

  get isValid(): boolean {
    return this.#window.isValid;
  }

  willCut(): boolean {
    const { maxBytes, maxLines = Infinity } = this.#limits;
    if (this.#window.totalBytes > maxBytes || this.#window.totalLines > maxLines) return true;
    return utf8Bytes(this.#window.head) > maxBytes;
  }

  finish({ artifact, storingFailed, originalBytes }: StreamFinish = {}): GatedText {
    const lines = new PrefixLines(this.#limits);
    const head = this.#window.head;
    for (let line = lineAt(head, 0); line !== undefined; line = lineAt(head, line.next)) {
      if (!lines.push(head.slice(line.start, line.next))) break;
    }
    const totalBytes = originalBytes ?? this.#window.totalBytes;
    const { text, kept, truncated } = lines.finish({
      note: ({ pieces, cut }) =>
        texts.prefixNote({
          shown: pieces,
          cut,
          totalLines: this.#window.totalLines,
          totalBytes,
          path: artifact?.path,
          readable: artifact?.readable,
          storingFailed,
        }),
    });
    const next = kept.pieces + 1;
    return {
      text,
      details: {
        truncated,
        has_more: truncated,
        strategy: "prefix_lines",
        original_bytes: totalBytes,
        returned_bytes: utf8Bytes(text),
        max_bytes: this.#limits.maxBytes,
        ...(truncated ? { next_offset: next, offset_unit: "line" as const } : {}),
        ...storedDetails(truncated ? artifact : undefined, next),
      },
    };
  }
}
