import { messageOf } from "../output/fault.ts";
import { isRecord } from "../output/record.ts";
import { REASON_MAX_CHARS } from "./limits.ts";
import { texts } from "./texts.ts";

/** Faults of one answer that are told. */
const ISSUES_SHOWN = 3;

/** The JSON-RPC error code of a refused request. */
export function rpcCodeOf(error: unknown): number | undefined {
  const code = codeOf(error);
  return code !== undefined && code < 0 ? code : undefined;
}

/** The HTTP status of a refused request. Errors of JSON-RPC may have any code, and carry data besides. */
export function statusOf(error: unknown): number | undefined {
  const code = error instanceof Error && "data" in error ? undefined : codeOf(error);
  return code !== undefined && code >= 100 ? code : undefined;
}

/** The words of a foreign error without the SDK's own prefix. */
export function reasonOf(error: unknown): string {
  const issues = issuesOf(error);
  if (issues.length > 0) return texts.malformedAnswer(issues.slice(0, ISSUES_SHOWN));
  const message = messageOf(error);
  const status = statusOf(error);
  const words = message.replace(
    /^(?:MCP error -?\d+|Streamable HTTP error): (?:Error POSTing to endpoint: ?)?/,
    "",
  );
  const reason = status === undefined ? words : texts.httpStatus(status, words);
  return reason.length > REASON_MAX_CHARS ? `${reason.slice(0, REASON_MAX_CHARS)}…` : reason;
}

/** What the SDK's own schemas have against an answer, one line each. */
function issuesOf(error: unknown): readonly string[] {
  if (!isRecord(error) && !(error instanceof Error)) return [];
  const { issues } = error as { issues?: unknown };
  if (!Array.isArray(issues)) return [];
  return issues.filter(isRecord).map(({ path, message }) => {
    const place = Array.isArray(path) ? path.join(".") : "";
    return place === "" ? String(message) : `${place}: ${message}`;
  });
}

function codeOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "number" ? error.code : undefined;
}
