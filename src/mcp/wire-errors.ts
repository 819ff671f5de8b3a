import { messageOf } from "../output/fault.ts";

/** JSON-RPC code that the SDK gives to a request that was not answered in time. */
export const REQUEST_TIMEOUT = -32001;

/** The JSON-RPC error code of a refused request. */
export function rpcCodeOf(error: unknown): number | undefined {
  const code = codeOf(error);
  return code !== undefined && code < 0 ? code : undefined;
}

/** The HTTP status of a refused request. */
export function statusOf(error: unknown): number | undefined {
  const code = codeOf(error);
  return code !== undefined && code >= 100 ? code : undefined;
}

/** The words of a foreign error without the SDK's own prefix. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  const prefix = `MCP error ${rpcCodeOf(error)}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

function codeOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "number" ? error.code : undefined;
}
