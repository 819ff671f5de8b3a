import type { OutputGate } from "../contract/call-path.ts";
import { texts } from "./texts.ts";
import type { Extension } from "./types.ts";

/** No tool, but the third output gate (50-output), last of all. */
export function toolOutputBudgetExtension(gate: OutputGate): Extension {
  return {
    id: "tool-output-budget",
    description: texts.budgetDescription,
    init: ({ registerOutputGate }) => registerOutputGate(gate),
  };
}
