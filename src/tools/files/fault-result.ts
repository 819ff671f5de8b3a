import { errorResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { isFault } from "../../output/fault.ts";

/** Runs the work of a call; a fault becomes its error result, with the fault's code for programs. */
export async function orFaultResult(tool: string, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!isFault(error)) throw error;
    const text = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
    // A path given with half a character in it is echoed in the text.
    return errorResult(tool, text.toWellFormed(), { error: error.code, ...error.data });
  }
}
