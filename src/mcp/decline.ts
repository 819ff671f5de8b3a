import type { Diagnostic } from "../output/diagnostic.ts";
import { texts } from "./texts.ts";
import type { Elicit } from "./types.ts";

export interface ElicitSurroundings {
  readonly signal?: AbortSignal;
  /** Ctrl-C at a question. */
  readonly endTurn?: () => void;
  report(diagnostic: Diagnostic): unknown;
}

/** Asks where somebody can answer; elsewhere a server's question is declined, and that is told. */
export function elicitOrDecline(elicit: Elicit | undefined, options: ElicitSurroundings): Elicit {
  return async (request, signal) => {
    if (elicit !== undefined) {
      const signals = [signal, options.signal].filter((one) => one !== undefined);
      const reply = await elicit(request, AbortSignal.any(signals));
      if (reply.action === "accept") return reply;
      if (reply.endsTurn === true) options.endTurn?.();
      return { action: reply.action };
    }
    options.report({
      severity: "warning",
      code: "elicitation_declined",
      message: texts.declinedFor(request.message),
      where: request.server,
    });
    return { action: "decline" };
  };
}
