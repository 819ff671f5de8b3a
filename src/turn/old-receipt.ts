import { storedArtifact } from "../contract/output-gates.ts";
import { textOf } from "../contract/results.ts";
import type { ArtifactStore } from "../output/artifacts/types.ts";
import { receiptFor } from "../output/gates/budget.ts";
import type { OldResult } from "./fit-history.ts";

/** The gate-3 receipt for a result that leaves the history; it keeps naming the file of an earlier gate. */
export function oldReceipts(artifacts: ArtifactStore): (old: OldResult) => Promise<string> {
  return async ({ message, input }) => {
    const text = textOf(message.content);
    const details = message.details as Record<string, unknown> | undefined;
    const stored = storedArtifact({ tool_name: message.toolName, text, content: message.content, details });
    const receipt = await receiptFor(
      {
        text,
        tool: message.toolName,
        toolCallId: message.toolCallId,
        input,
        isError: message.isError,
        stored,
      },
      artifacts,
      Buffer.byteLength(text),
    );
    return receipt?.text ?? text;
  };
}
