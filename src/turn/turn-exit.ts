import { ExitCode } from "../output/exit-codes.ts";
import type { TurnDocument } from "./types.ts";

/**
 * The exit code of a finished turn (60-turn). An interruption is not told here: its code is set where signals
 * are handled.
 */
export function exitCodeOf(turn: TurnDocument, options: { failOnDenied?: boolean } = {}): ExitCode {
  switch (turn.stopReason) {
    case "error":
    case "limit":
    case "max_steps":
      return ExitCode.failed;
    case "aborted":
      return ExitCode.interrupted;
    default:
  }
  if ((turn.expectations?.failed ?? 0) > 0) return ExitCode.found;
  if (options.failOnDenied && turn.denied > 0) return ExitCode.found;
  return turn.stopReason === "waiting_for_user" ? ExitCode.waiting : ExitCode.ok;
}
