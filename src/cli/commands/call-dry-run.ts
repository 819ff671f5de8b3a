import { checkArguments } from "../../contract/arguments.ts";
import { jsonDocument } from "../../output/json.ts";
import { visible } from "../../output/visible.ts";
import type { Assembly } from "../../turn/assemble.ts";
import { callableTool } from "../../turn/call-once.ts";
import { turnFault } from "../../turn/errors.ts";

export interface DryRun {
  readonly tool: string;
  readonly args: unknown;
  readonly json: boolean;
}

/**
 * What the permission gate would say of a call; nothing runs and nobody is asked.
 * @throws Fault (exit 2) when the arguments do not fit the tool.
 */
export async function dryRun(assembly: Assembly, { tool, args, json }: DryRun): Promise<string> {
  const { def, source } = callableTool(assembly, tool);
  const checked = await checkArguments(def, args);
  if (!checked.ok) {
    throw turnFault.argumentsInvalid(
      tool,
      checked.issues.map(({ path, message }) => `${path}: ${message}`),
    );
  }
  const verdict = await assembly.engine.verdict({ name: tool, input: checked.input, source });
  const { decision, by, reason, notes } = verdict;
  if (json) {
    return jsonDocument({
      schemaVersion: 1,
      tool,
      args: checked.input,
      permission: { decision, by, reason, notes },
    });
  }
  return [
    `${decision}: ${visible(reason)} (${visible(by)})`,
    ...notes.map((note) => `note: ${visible(note)}`),
    "",
  ].join("\n");
}
