/** Headings of an exported session; what is given is Markdown already. */
export const sessionTexts = {
  title: (session: string, workspace: string) => `# Session ${session}\n\nWorkspace: ${workspace}\n`,
  turn: (model: string, at: string) => `## Turn with ${model}, ${at}\n`,
  user: "### User",
  model: "### Model",
  call: (tool: string) => `### Call of ${tool}`,
  result: (tool: string, failed: boolean) => `### ${failed ? "Error" : "Result"} of ${tool}`,
  end: (stopReason: string) => `(turn ended: ${stopReason})\n`,
};
