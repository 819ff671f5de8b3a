/** Every sentence of this room that a person or a model reads, as a function of data. */
export const texts = {
  duplicateTool: (name: string, first: string, second: string) =>
    `Cannot use the tool name "${name}" twice: it belongs to ${first} and to ${second}`,
  classWithoutDefinition: (className: string) =>
    `Cannot make a tool of class ${className}: it has no @bindTool definition`,
  invalidArguments: (tool: string, issues: readonly string[], more: number) =>
    [
      `Invalid arguments for ${tool}:`,
      ...issues.map((issue) => `- ${issue}`),
      ...(more > 0 ? [`(${more} more)`] : []),
      "The tool did not run. Call it again with arguments that fit its schema.",
    ].join("\n"),
  unreadableArguments: (tool: string, problem: string) =>
    `The arguments of ${tool} did not arrive as one whole JSON object: ${problem}\nThe tool did not run.`,
  cutArguments: (tool: string) =>
    `The arguments of ${tool} were cut off: the answer reached its length limit before the call was complete. ` +
    "The tool did not run. Send the call again in smaller pieces.",
  unknownTool: (name: string, nearest: readonly string[]) =>
    nearest.length === 0
      ? `There is no tool named "${name}" in this turn.`
      : `There is no tool named "${name}" in this turn. Nearest: ${nearest.join(", ")}.`,
  aborted: (tool: string) => `${tool} was stopped before it finished.`,
  hookBlocked: (tool: string, reason: string) => `A hook blocked ${tool}: ${reason}`,
  hookFailed: (tool: string, problem: string) => `${tool} did not run, because a hook failed: ${problem}`,
  afterHookFailed: (tool: string, problem: string) => `${tool} ran, but a hook after it failed: ${problem}`,
  hookHung: (seconds: number) => `no answer within ${seconds} s`,
};
