import { pathToFileURL } from "node:url";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ProcessMark } from "../config/process-list.ts";
import type { McpServerEntry, RemoteServerEntry } from "../config/types.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { NEVER_MS } from "./limits.ts";
import { loadClient, type SdkClient } from "./sdk.ts";
import { StdioTransport } from "./stdio-transport.ts";
import type { ConnectOptions } from "./types.ts";
import type { UserWait } from "./user-wait.ts";
import { statusOf } from "./wire-errors.ts";

/** One initialized connection; a server that is reconnected gets a new one. */
export interface Session {
  readonly client: SdkClient;
  /** Absent for servers reached over HTTP. */
  readonly stdio?: StdioTransport;
  /** While the server asks the user, its calls are not late. */
  readonly waiting: UserWait;
  /** False once the connection is over, by whichever side. */
  alive(): boolean;
  close(): Promise<void>;
}

export interface SessionRequest {
  readonly entry: McpServerEntry;
  readonly options: ConnectOptions;
  readonly mark: ProcessMark;
  readonly signal: AbortSignal;
  /** Told while the server asks the user; the signal is to stand meanwhile. */
  readonly waiting: UserWait;
  readonly onListChanged: () => void;
  /** Told at once, so that a session that never initializes can be ended. */
  readonly onTransport: (transport: Transport) => void;
}

/** What the answer of an old server to the newer transport looks like (40-mcp): only these fall back to SSE. */
const OLD_SERVER_STATUSES: readonly number[] = [400, 404, 405];

/** Starts the server (stdio) or reaches it (HTTP) and initializes. Rejects with whatever the wire gave. */
export async function openSession(request: SessionRequest): Promise<Session> {
  const { entry, options, mark } = request;
  if (entry.transport === "stdio") {
    const stdio = new StdioTransport(entry, options, mark);
    return { ...(await initialize(stdio, request)), stdio };
  }
  if (entry.transport === "sse") return initialize(await sseTransport(entry), request);
  try {
    return await initialize(await httpTransport(entry), request);
  } catch (first) {
    const status = statusOf(first);
    if (status === undefined || !OLD_SERVER_STATUSES.includes(status)) throw first;
    try {
      return await initialize(await sseTransport(entry), request);
    } catch {
      // The newer transport's answer says what is wrong; the older one was only an attempt.
      throw first;
    }
  }
}

async function initialize(transport: Transport, request: SessionRequest): Promise<Session> {
  request.onTransport(transport);
  const { waiting } = request;
  const client = await makeClient(request);
  let alive = true;
  client.onclose = () => {
    alive = false;
  };
  try {
    await client.connect(transport, { signal: request.signal, timeout: NEVER_MS });
  } catch (error) {
    await transport.close().catch(() => {});
    throw error;
  }
  return {
    client,
    waiting,
    alive: () => alive,
    close: async () => {
      await endHttpSession(transport);
      await transport.close();
    },
  };
}

async function makeClient({ entry, options, onListChanged, waiting }: SessionRequest): Promise<SdkClient> {
  const { Client, types } = await loadClient();
  const client = new Client(
    { name: "turnkit", version: options.clientVersion },
    // Always the same, so that what a server offers does not depend on whether somebody watches.
    { capabilities: { roots: {}, elicitation: { form: { applyDefaults: true } } } },
  );
  client.setRequestHandler(types.ListRootsRequestSchema, () => ({
    roots: [{ uri: pathToFileURL(options.workspace).href, name: "workspace" }],
  }));
  client.setRequestHandler(types.ElicitRequestSchema, async ({ params }, { signal }) => {
    const { elicit } = options;
    if (elicit === undefined || !("requestedSchema" in params)) return { action: "decline" };
    const { message, requestedSchema: schema } = params;
    const answer = await waiting.during(() => elicit({ server: entry.name, message, schema }, signal));
    return answer as Awaited<{ action: "decline" }>;
  });
  client.setNotificationHandler(types.ToolListChangedNotificationSchema, onListChanged);
  // The SDK reports stray notices here; what matters reaches the requests themselves.
  client.onerror = () => {};
  return client;
}

async function httpTransport(entry: RemoteServerEntry): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const requestInit = { headers: { ...entry.headers } };
  const options = { requestInit, fetch: boundedFetch() };
  return new StreamableHTTPClientTransport(new URL(entry.url), options) as Transport;
}

async function sseTransport(entry: RemoteServerEntry): Promise<Transport> {
  const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
  const requestInit = { headers: { ...entry.headers } };
  return new SSEClientTransport(new URL(entry.url), { requestInit, fetch: boundedFetch() });
}

/** Tells an HTTP server that its session is over; it need not know how, and must not hold us up. */
async function endHttpSession(transport: Transport): Promise<void> {
  if (!("terminateSession" in transport) || typeof transport.terminateSession !== "function") return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 500);
  });
  const told = Promise.resolve(transport.terminateSession()).catch(() => {});
  await Promise.race([told, late]);
  clearTimeout(timer);
}
