import type { Host, HostOutput } from "../../config/host.ts";

/** Below this many columns rows that are cut to fit would no longer tell the choices apart. */
const LEAST_COLUMNS = 12;
/** Of a terminal that does not tell its width. */
const USUAL_COLUMNS = 80;

/** Columns that a row may take: one less than the terminal has, so that the cursor behind it wraps nothing. */
export function rowWidth(out: HostOutput): number {
  return Math.max(1, columnsOf(out) - 1);
}

/** Whether rows can be drawn again in their place; otherwise a question is answered by letter, and only added to. */
export function canRedraw({ stderr, env }: Pick<Host, "stderr" | "env">): boolean {
  return env.TERM !== "dumb" && columnsOf(stderr) >= LEAST_COLUMNS;
}

function columnsOf({ columns }: HostOutput): number {
  return columns === undefined || columns < 1 ? USUAL_COLUMNS : columns;
}
