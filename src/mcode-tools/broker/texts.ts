/** Every sentence about tokens and the broker. None of them ever holds a token. */
export const texts = {
  tokenUnusable: (problem: string) => `Cannot use the token of connectors.auth: ${problem}`,
  notOneLine: "expected one line of printable ASCII, got something else",
  fileUnreadable: (path: string, code: string) => `"${path}" cannot be read (${code})`,
  notAFile: (path: string) => `"${path}": expected a regular file, got something else`,
  fileMode: (path: string, mode: number) =>
    `"${path}": expected mode 0600, got 0${mode.toString(8)} (chmod 600 it)`,
  commandFailed: (program: string, how: string) => `"${program}" failed (${how})`,
  stopped: "it was stopped",
  timedOut: (seconds: number) => `no end within ${seconds} s`,
  commandOutput: (program: string) =>
    `"${program}": expected {"accessToken": TEXT, "expiresAtMs": NUMBER} on stdout, got something else`,
  deviceGrantFailed: (problem: string) => `Cannot log in to connectors.auth.oauth: ${problem}`,
  endpointTooLong: (path: string, limit: number) =>
    `Cannot listen on "${path}": expected a path below ${limit} bytes, got ${Buffer.byteLength(path)}`,
  askToAuthorize: (url: string, code: string) => `To connect, open ${url} and enter the code ${code}`,
  authorized: "Connected",
  issuerAnswer: (what: string) => `the issuer's answer has no ${what}`,
  issuerStatus: (what: string, status: number) => `${what} answered with status ${status}`,
  denied: (error: string) => `the issuer says "${error}"`,
  notSecure: (url: string) => `expected https, or http on this machine, got "${url}"`,
};
