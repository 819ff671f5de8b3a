/** Sentences about MCP server files. */
export const mcpTexts = {
  serverInvalid: (server: string, problem: string) =>
    `Cannot use the server ${JSON.stringify(server)}: ${problem}`,
  expected: (expected: string, got: string) => `expected ${expected}, got ${got}`,
  unset: (variable: string) =>
    `the environment variable "${variable}" is not set; set it or write \${${variable}:-default}`,
  malformed: (piece: string) =>
    `${JSON.stringify(piece)} is no variable; write \${NAME}, or $\${ for a literal`,
  noCommand: "its command is empty",
  notHttp: "its url is no http or https URL",
  credentialsInUrl: "its url holds credentials; put them into headers",
  headerName: (name: string) => `${JSON.stringify(name)} is no name of a header`,
  headerValue: (name: string) => `the value of the header "${name}" has a line break or NUL in it`,
  variableName: (name: string) => `${JSON.stringify(name)} is no name of an environment variable`,
  nul: "a NUL character is in it",
  keyLeftOut: (key: string) => `left out ${JSON.stringify(key)}, which means nothing here`,
  inputBecameVariable: (id: string, name: string) =>
    `the input "${id}" became the environment variable ${name}: set it before use`,
  disabled: (server: string) => `Left out the server "${server}": it is disabled`,
  duplicate: (server: string, winner: string) =>
    `Ignored the server "${server}": ${winner} has one of the same name, which counts`,
  alike: (one: string, other: string) =>
    `The servers "${one}" and "${other}" differ only in case: a list of servers that names one means both`,
  untrustedProject: "Ignored the servers of the project: they start programs, --trust-project reads them",
  noServers: 'It holds no "mcpServers"',
  rootIsNoMap: 'expected a map with "mcpServers"',
  serversAreNoMap: '"mcpServers" must be a map of servers',
};
