import type { Client } from "@modelcontextprotocol/sdk/client/index.js";

/**
 * The only place that loads the MCP SDK, and only when a server is connected: its client costs 40 to 60 ms
 * of start-up.
 */
export async function loadClient(): Promise<{
  Client: typeof import("@modelcontextprotocol/sdk/client/index.js").Client;
  types: typeof import("@modelcontextprotocol/sdk/types.js");
}> {
  const [client, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return { Client: client.Client, types };
}

export type SdkClient = Client;

type ResultSchema = Parameters<Client["request"]>[1];

/**
 * Accepts any result. The SDK's own schemas reject a whole list for one bad definition, and a whole result
 * for one unknown block; what comes is checked piece by piece instead.
 */
export const ANY_RESULT = {
  safeParse: (data: unknown) => ({ success: true, data }),
  parse: (data: unknown) => data,
} as unknown as ResultSchema;
