/** Every sentence about deferred tools that a model reads, as a function of data. */
export const searchTexts = {
  searchDescription: (count: number) =>
    `Finds tools that are connected but not listed here (${count} of them), by what they do or by name. ` +
    "The answer has each tool's exact name and the schema of its arguments; run one with mcp_invoke. " +
    "Give query, regex, or both: the regex filters, the query ranks.",
  query: "What the tool should do, or names of tools; in any language",
  regex:
    "Case-insensitive regular expression over names, descriptions and parameters (no look-around, no back references)",
  topK: (usual: number, most: number) => `Hits at most (default ${usual}, ${most} at most)`,
  nothingAsked: "Give a query, a regex, or both. Nothing was searched.",
  invokeDescription:
    "Runs a tool that tool_search found, by its exact name, with arguments that fit the schema from the search.",
  toolName: "Exact name from a tool_search hit",
  toolArguments: "Arguments of that tool (default: {})",
  unknownTool: (name: string, near: readonly string[]) =>
    near.length === 0
      ? `There is no deferred tool named "${name}". Find the exact name with tool_search.`
      : `There is no deferred tool named "${name}". Nearest: ${near.join(", ")}. Nothing ran.`,
  mismatch: (name: string, issues: readonly string[], schema: string) =>
    [
      `The arguments do not fit ${name}:`,
      ...issues.map((issue) => `- ${issue}`),
      `Its schema: ${schema}`,
    ].join("\n"),
  hint: (count: number, servers: readonly string[]) =>
    `${count} tools of ${servers.length === 1 ? "the MCP server" : "the MCP servers"} ${servers.join(", ")} are ` +
    "connected but not listed. Find them with tool_search, then run them with mcp_invoke.",
};
