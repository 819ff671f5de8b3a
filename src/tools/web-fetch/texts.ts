import { MIB } from "../../output/limits.ts";
import { MAX_BODY_BYTES, MAX_REDIRECTS, REQUEST_TIMEOUT_MS } from "../web/limits.ts";
import { MAX_RESULT_TOKENS } from "./limits.ts";

export const description = [
  "Fetch a page over http or https and return its text as the server sends it (HTML stays HTML).",
  `At most about ${MAX_RESULT_TOKENS} tokens come back: of more, the beginning and the end, and all of it in a file.`,
  `Limits: ${REQUEST_TIMEOUT_MS / 1000} s, ${MAX_BODY_BYTES / MIB} MiB, ${MAX_REDIRECTS} redirects. Only hosts on the public internet are reached; a URL may not hold a user name or password.`,
  'method "HEAD" gives status and headers alone.',
].join("\n");

export const texts = {
  unknownMethod: (method: string) => `Cannot fetch with the method "${method}": use GET or HEAD.`,
  head: (url: string, status: string, type: string | undefined) =>
    [`URL: ${url}`, `Status: ${status}`, ...(type === undefined ? [] : [`Content-Type: ${type}`])].join("\n"),
  empty: "(no body)",
  binary: (type: string, bytes: number) => `(the body is no text: ${type}, ${bytes} bytes)`,
  unknownType: "unknown type",
  cutBody: `[the body is longer than ${MAX_BODY_BYTES / MIB} MiB: the rest was not read]`,
  omitted: (tokens: number, total: number, path: string | undefined) =>
    `[about ${tokens} of ${total} tokens left out here. ${path === undefined ? "The whole could not be stored" : `The whole body: ${path}`}]`,
};
