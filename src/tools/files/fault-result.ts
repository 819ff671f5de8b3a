import { errorResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { isFault } from "../../output/fault.ts";
import { visibleBlock } from "../../output/visible.ts";

/** Runs the work of a call; a fault becomes its error result, with the fault's code for programs. */
export async function orFaultResult(tool: string, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!isFault(error)) throw error;
    // A path given with controls or half a character in it is echoed in the text.
    return errorResult(tool, visibleBlock(told(error.message, error.hint)), {
      error: error.code,
      ...error.data,
    });
  }
}

function told(what: string, hint: string | undefined): string {
  if (hint === undefined) return what;
  return /[.!?]$/.test(what) ? `${what} ${hint}` : `${what}. ${hint}`;
}
