import type { HostOutput } from "../../config/host.ts";
import { MAX_COMPRESSED_BYTES } from "./limits.ts";

/** Milliseconds between two drawings. */
const REDRAW_MS = 80;
const BAR_CELLS = 24;
const MIB = 1024 * 1024;

/** A bar on one line of a terminal, redrawn in place and wiped at the end. */
export class ProgressBar {
  readonly #output: HostOutput;
  readonly #now: () => number;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(output: HostOutput, now: () => number) {
    this.#output = output;
    this.#now = now;
  }

  update(bytes: number, total: number | undefined): void {
    if (this.#now() - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = this.#now();
    this.#drawn = true;
    this.#output.write(`\r\u001b[K${progressLine(bytes, total)}`);
  }

  /** Leaves a clean line for whatever is printed next. */
  clear(): void {
    if (!this.#drawn) return;
    this.#drawn = false;
    this.#drawnAt = Number.NEGATIVE_INFINITY;
    this.#output.write("\r\u001b[K");
  }
}

/** `[#####-----]  42 %  12.3 of 29.1 MiB`; without a known total only the bytes. */
export function progressLine(bytes: number, total: number | undefined): string {
  if (total === undefined || total === 0 || total > MAX_COMPRESSED_BYTES) return `${mib(bytes)} MiB`;
  const share = Math.min(1, bytes / total);
  const filled = Math.floor(share * BAR_CELLS);
  const bar = "#".repeat(filled) + "-".repeat(BAR_CELLS - filled);
  return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${mib(bytes)} of ${mib(total)} MiB`;
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
