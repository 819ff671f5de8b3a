import { outputFault } from "../errors.ts";
import { PREVIEW_BYTES } from "../limits.ts";
import type { BudgetSource } from "./budget.ts";
import { budgetReceipt } from "./budget.ts";
import type { GatedText } from "./details.ts";
import { HeadTail } from "./head-tail.ts";
import type { StreamFinish, StreamGate } from "./stream-gate.ts";

/** Gate 3 over a stream: the whole within the limit, else a receipt for the stored file, else a preview. */
export class BudgetStream implements StreamGate {
  readonly #inline: HeadTail;
  readonly #maxBytes: number;
  readonly #source: BudgetSource;

  constructor(maxBytes: number, source: BudgetSource) {
    this.#maxBytes = maxBytes;
    this.#source = source;
    this.#inline = new HeadTail({ maxBytes });
  }

  push(chunk: Uint8Array): void {
    this.#inline.push(chunk);
  }

  leastBytes(path?: string): number {
    if (path === undefined) return this.#inline.leastBytes();
    const artifact = { path, sha256: "", bytes: 1 };
    return budgetReceipt(this.#source, { artifact, lines: 1, maxBytes: this.#maxBytes }).details
      .returned_bytes;
  }

  get isValid(): boolean {
    return this.#inline.isValid;
  }

  willCut(): boolean {
    return this.#inline.willCut();
  }

  finish(options: StreamFinish = {}): GatedText {
    if (!this.willCut()) return this.#inline.finish(options);
    const { artifact } = options;
    if (artifact === undefined) {
      return this.#inline.finish({ ...options, maxBytes: Math.min(this.#maxBytes, PREVIEW_BYTES) });
    }
    const stored = { artifact, lines: this.#inline.totalLines, maxBytes: this.#maxBytes };
    const receipt = budgetReceipt(this.#source, stored);
    const { returned_bytes: needed } = receipt.details;
    if (needed > this.#maxBytes) throw outputFault.limitTooSmall(this.#maxBytes, needed);
    return receipt;
  }
}
