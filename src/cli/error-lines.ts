import { type FaultText, isFault, messageOf } from "../output/fault.ts";
import { texts } from "./texts.ts";

/** The lines that any failure is told with: `error: WHAT (WHERE)` and, where there is one, `hint: …`. */
export function errorLines(error: unknown, verbose: boolean): string {
  if (!isFault(error)) return unexpectedLines(error, verbose);
  const lines = [{ what: error.message, where: error.where, hint: error.hint }, ...error.others].map(
    faultLines,
  );
  if (verbose && error.cause !== undefined) lines.push(stackOf(error.cause));
  return lines.join("\n");
}

function faultLines({ what, where, hint }: FaultText): string {
  const place = where === undefined ? "" : ` (${oneLine(where)})`;
  const advice = hint === undefined ? "" : `\nhint: ${oneLine(hint)}`;
  return `error: ${oneLine(what)}${place}${advice}`;
}

function unexpectedLines(error: unknown, verbose: boolean): string {
  const lines = `error: ${texts.unexpected(oneLine(messageOf(error)))}\nhint: ${texts.unexpectedHint}`;
  return verbose ? `${lines}\n${stackOf(error)}` : lines;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Foreign text must not forge a second line or move the cursor: controls are shown as escapes. */
function oneLine(text: string): string {
  return text.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => (char === "\n" ? " " : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
