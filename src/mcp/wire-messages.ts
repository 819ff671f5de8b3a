import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "../output/record.ts";
import { describe } from "./mend-tool.ts";
import { texts } from "./texts.ts";

/** The code of JSON-RPC for what went wrong on the other side. */
const INTERNAL_ERROR = -32_603;

/** The JSON-RPC messages of one line (a batch holds several); undefined when it is something else. */
export function parseMessages(text: string): readonly JSONRPCMessage[] | undefined {
  // Most stray lines are told by their first character; an exception for each of a million takes minutes.
  if (!text.startsWith("{") && !text.startsWith("[")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const messages = (Array.isArray(value) ? value : [value]).map(mended);
  return messages.length > 0 && messages.every((one) => one !== undefined) ? messages : undefined;
}

/**
 * One message. An answer that the SDK would not know for one reaches whoever waits for it: without that the request
 * would run into its deadline, and nobody would learn why. Undefined for what is no message.
 */
function mended(value: unknown): JSONRPCMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { id } = value;
  const answers = (typeof id === "number" || typeof id === "string") && value.method === undefined;
  if (value.jsonrpc !== "2.0" && !(answers && ("result" in value || "error" in value))) return undefined;
  if (!answers) return value as JSONRPCMessage;
  const envelope = { jsonrpc: "2.0", id } as const;
  if (value.error !== undefined && value.error !== null) return { ...envelope, error: errorOf(value.error) };
  if (isRecord(value.result)) return { ...envelope, result: value.result };
  const message = texts.malformedAnswer([texts.resultIs(describe(value.result))]);
  return { ...envelope, error: { code: INTERNAL_ERROR, message } };
}

function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isRecord(error)) return { code: INTERNAL_ERROR, message: wordsOf(error) };
  const { code, message, data } = error;
  return {
    code: Number.isSafeInteger(code) ? (code as number) : INTERNAL_ERROR,
    message: typeof message === "string" ? message : wordsOf(error),
    ...(data === undefined ? {} : { data }),
  };
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
