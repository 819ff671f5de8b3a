import { type FaultText, isFault, messageOf } from "../output/fault.ts";
import { knownSystemReason } from "../output/system-error.ts";
import { visible } from "../output/visible.ts";
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

/** One failure: `error: WHAT (WHERE)` and, where there is one, `hint: …`. */
export function faultLines({ what, where, hint }: FaultText): string {
  const place = where === undefined ? "" : ` (${oneLine(where)})`;
  const advice = hint === undefined ? "" : `\nhint: ${oneLine(hint)}`;
  return `error: ${oneLine(what)}${place}${advice}`;
}

function unexpectedLines(error: unknown, verbose: boolean): string {
  const reason = knownSystemReason(error);
  const lines =
    reason === undefined
      ? faultLines({ what: texts.unexpected(messageOf(error)), hint: texts.unexpectedHint })
      : faultLines({ what: texts.systemRefused(reason), where: pathOf(error) });
  return verbose ? `${lines}\n${stackOf(error)}` : lines;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The file that a failed call of the system was about. */
function pathOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("path" in error)) return undefined;
  return typeof error.path === "string" ? error.path : undefined;
}

/** Foreign text must not forge a second line, hide, or move the cursor. */
function oneLine(text: string): string {
  return visible(text.replaceAll("\n", " "));
}
