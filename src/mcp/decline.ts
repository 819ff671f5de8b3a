import type { Diagnostic } from "../output/diagnostic.ts";
import { texts } from "./texts.ts";
import type { Elicit } from "./types.ts";

/** Asks where somebody can answer; elsewhere a server's question is declined, and that is told. */
export function elicitOrDecline(
  elicit: Elicit | undefined,
  options: { readonly signal?: AbortSignal; report(diagnostic: Diagnostic): unknown },
): Elicit {
  return async (request, signal) => {
    if (elicit !== undefined) {
      const signals = [signal, options.signal].filter((one) => one !== undefined);
      return elicit(request, AbortSignal.any(signals));
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
