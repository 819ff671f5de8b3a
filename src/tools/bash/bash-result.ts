import { constants } from "node:os";
import { textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import type { CommandOutput } from "./command-output.ts";
import type { CommandEnd } from "./running-command.ts";
import { texts } from "./texts.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface EndedCommand {
  readonly end: CommandEnd;
  readonly output: CommandOutput;
  readonly limit: TimeLimit;
  /** Lines for the model that go before the status: which shell, which limit. */
  readonly notes: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** The result of a command that has ended: its output and, at the very end, how it ended unless that was 0. */
export async function bashResult({ end, output, limit, notes, details }: EndedCommand): Promise<ToolResult> {
  const status = statusLine(end, limit);
  const lines = [...notes, ...leftLines(end), ...(status === undefined ? [] : [status])];
  if (lines.length === 0 && output.rawBytes === 0) lines.push(texts.noOutput);
  const gated = await output.finish(lines.length === 0 ? undefined : lines.join("\n"));
  const { original_bytes: originalBytes, returned_bytes: returnedBytes } = gated.details;
  return textResult("bash", gated.text, {
    ...(status === undefined ? {} : { isError: true }),
    details: { ...details, ...exitDetails(end), ...gated.details },
    toolResponse: () => ({
      stdout: gated.text,
      // Both streams are in stdout, in the order in which they came.
      stderr: "",
      interrupted: end.stopped !== undefined,
      isImage: false,
      exitCode: end.exit?.code ?? null,
    }),
    gates: gated.details.truncated ? [{ gate: "wrapper", originalBytes, returnedBytes }] : [],
  });
}

/** How a command ended, in one line; undefined for exit code 0, about which nothing is claimed. */
export function statusLine(end: CommandEnd, limit: TimeLimit): string | undefined {
  if (end.stopped === "timeout") return texts.timedOut(limit.seconds);
  if (end.stopped === "flood") return texts.flooded;
  if (end.stopped !== undefined) return texts.stopped;
  const { exit } = end;
  if (exit?.signal) return texts.signal(exit.signal);
  const code = exit?.code ?? 1;
  return code === 0 ? undefined : texts.exitCode(code, signalOfCode(code));
}

function leftLines({ left }: CommandEnd): string[] {
  return left.length === 0 ? [] : [texts.leftRunning(left)];
}

/** A shell reports a child that was ended by a signal as 128 + its number. */
function signalOfCode(code: number): string | undefined {
  const entries = Object.entries(constants.signals) as [string, number][];
  return entries.find(([, number]) => number === code - 128)?.[0];
}

function exitDetails({ exit, stopped }: CommandEnd) {
  return {
    exit_code: exit?.code ?? null,
    signal: exit?.signal ?? null,
    timed_out: stopped === "timeout",
    ...(stopped === "abort" ? { aborted: true } : {}),
  };
}
