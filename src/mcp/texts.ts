/** Every sentence of this room that a person or a model reads, as a function of data. */
export const texts = {
  noSuchProgram: "no such program or folder",
  cannotStart: (command: string, cwd: string | undefined, reason: string) =>
    cwd === undefined
      ? `Cannot start the program "${command}": ${reason}`
      : `Cannot start the program "${command}" in "${cwd}": ${reason}`,
  cannotStartHint: (where: string) => `check "command" and "cwd" at ${where}`,
  notRunning: "The server is not running",
  startTimeout: (phase: string, seconds: number) => `The server did not finish ${phase} within ${seconds} s`,
  startStopped: (phase: string) => `Stopped before the server finished ${phase}`,
  startTimeoutHint: "give it longer with --mcp-timeout SECONDS, or look at what it waits for",
  failed: (phase: string, reason: string) => `The server failed while ${phase}: ${reason}`,
  malformedAnswer: (issues: readonly string[]) => `its answer is malformed: ${issues.join("; ")}`,
  resultIs: (found: string) => `its result is ${found}, not an object`,
  messageTooBig: (most: number) => `it sent more than ${most / 1024 / 1024} MiB in one message`,
  oversized: (most: number) =>
    `; it sent a message of more than ${most / 1024 / 1024} MiB, which was dropped`,
  initializing: "initializing",
  listing: "listing its tools",
  stderrLines: (lines: readonly string[]) =>
    lines.length === 0 ? "" : `; its last words on stderr: ${lines.join(" | ")}`,
  exitedWith: (code: number | null, signal: string | null) =>
    signal === null ? `with exit code ${code ?? 0}` : `by signal ${signal}`,
  ended: (exit: string) => `it ended ${exit}`,
  closedItsOutput: "after closing its output",
  died: (exit: string, stderr: readonly string[]) =>
    `The server ended ${exit} before it answered. The call was not repeated.${
      stderr.length === 0 ? "" : `\nIts last lines on stderr:\n${stderr.join("\n")}`
    }`,
  declinedFor: (message: string) =>
    `The server asked the user ${JSON.stringify(message.length > 200 ? `${message.slice(0, 199)}…` : message)}: declined, as there is no terminal to ask on`,
  callTimeout: (tool: string, seconds: number) =>
    `The call of "${tool}" was cancelled: no answer and no progress within ${seconds} s. The server is still usable.`,
  callRefused: (tool: string, reason: string, code: number | undefined) =>
    `The server refused the call of "${tool}": ${reason}${code === undefined ? "" : ` (code ${code})`}`,
  cancelled: "the user stopped the call",
  unauthorized: "the server wants authorization (401)",
  httpStatus: (status: number, body: string) => `HTTP status ${status}${body === "" ? "" : `: ${body}`}`,

  patternUnusable: (pattern: string, reason: string) =>
    `Cannot use the regex "${pattern}": ${reason}. Look-around and back references are not known here.`,
  notCached: "Its tools are not in the cache: list once without --mcp-cache, or with --refresh",
  cachedAt: (when: string) => `Its tools are those of the listing of ${when}; the server was not started`,
  toolSetAside: (tool: string, problem: string) => `The tool "${tool}" was set aside: ${problem}`,
  moreSetAside: (count: number) => `${count} more tools were set aside`,
  noName: "it has no name",
  longName: (length: number) => `its name has ${length} characters`,
  schemaNoObject: (found: string) => `its inputSchema is ${found}, not an object schema`,
  tooDeep: (levels: number) => `its definition is nested deeper than ${levels} levels`,
  duplicateTools: (count: number, names: readonly string[]) =>
    `The server listed ${count} tool${count === 1 ? "" : "s"} twice; the first of each was kept: ${names.join(", ")}`,
  cursorUnusable: (pages: number) =>
    `The server gave no usable cursor for the page after ${pages}: the listing ended there, and may lack tools`,
  cursorRepeated: (pages: number) =>
    `The server repeated a page cursor after ${pages} page${pages === 1 ? "" : "s"}; the listing ended there`,
  listMalformed: (found: string) =>
    `The server's answer to tools/list has ${found} where the list of tools stands`,
  tooManyTools: (most: number) => `The server listed more than ${most} tools; the rest of them is left out`,
  listCut: (pages: number) =>
    `The server went on paging after ${pages} pages; the rest of its tools is left out`,
  strayOutput: (count: number, first: string) =>
    `The server wrote ${count} line${count === 1 ? "" : "s"} to stdout that are no messages; the first: "${first}"`,

  emptyResult: "(the tool answered without content)",
  resource: (uri: string) => `resource ${uri}`,
  resourceLink: (name: string | undefined, uri: string | undefined, description: string | undefined) =>
    `[link ${name ?? ""}: ${uri ?? "no address"}]${description === undefined ? "" : ` ${description}`}`,
  unknownBlock: (type: string, json: string) => `[content of the unknown type "${type}"] ${json}`,
  notBase64: (label: string) => `[${label}: the server sent data that is not base64]`,
  stored: (label: string, mimeType: string | undefined, bytes: number, path: string | undefined) =>
    `[${label}: ${mimeType ?? "binary"}, ${bytes} bytes, ${path === undefined ? "could not be stored" : `stored in ${path}`}]`,
  outputMismatch: (issues: readonly string[]) =>
    `(The structured content does not fit the tool's own output schema: ${issues.join("; ")})`,
};

/** Why MCP tools are inline or deferred, for `catalog explain`. */
export const disclosureTexts = {
  off: "mcpToolSearch.enabled is false",
  notListed: (model: string) => `mcpToolSearch.modelWhitelist does not name ${model}`,
  noWindow: "the context window of the model is not known",
  few: (count: number, least: number) => `${count} candidates, minDeferCount is ${least}`,
  under: (tokens: number, threshold: number) => `${tokens} tokens, the threshold is ${threshold}`,
  over: (share: number) => `the definitions exceed ${share} of the context window`,
};
