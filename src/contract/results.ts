import type { ContentBlock, ToolResult } from "./tool.ts";

type Extras = Pick<ToolResult, "details" | "gates" | "terminate" | "isError" | "toolResponse">;

/** A result of one text block. Half a character that an argument brought in becomes U+FFFD: it cannot be sent. */
export function textResult(tool: string, given: string, extras: Extras = {}): ToolResult {
  const text = given.toWellFormed();
  return { tool_name: tool, text, content: [{ type: "text", text }], ...extras };
}

/** A failed call: the model sees `text` and that it failed; the turn goes on. */
export function errorResult(tool: string, text: string, details?: ToolResult["details"]): ToolResult {
  return textResult(tool, text, details === undefined ? { isError: true } : { isError: true, details });
}

/** The text blocks of some content, joined by newlines; what `ToolResult.text` holds. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** Whether the model is told that the call failed (10-contract: `isError`, or `details.ok === false`). */
export function isFailed(result: ToolResult): boolean {
  return result.isError === true || result.details?.ok === false;
}
