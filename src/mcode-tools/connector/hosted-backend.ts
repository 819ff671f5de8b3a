import { readCapability } from "../wire/capability.ts";
import { FrameClient } from "../wire/client.ts";
import { MAX_MESSAGE_CHARACTERS } from "../wire/limits.ts";
import { framesOf, isPiece, PieceJoiner } from "../wire/pieces.ts";
import { connectorFault, connectorFaults, isConnectorCode } from "./errors.ts";
import type { ConnectorMethod, ConnectorMethods, RpcAnswer } from "./rpc.ts";
import { texts } from "./texts.ts";
import type { ConnectorBackend } from "./types.ts";

/** The connectors of the host, over its socket: one connection, one request after the other. */
export async function hostedBackend(endpoint: string, capabilityFile: string): Promise<ConnectorBackend> {
  const capability = readCapability(capabilityFile);
  const client = await FrameClient.connect(endpoint).catch((error: NodeJS.ErrnoException) => {
    throw connectorFaults.hostUnavailable(error.code ?? error.message);
  });
  let count = 0;
  const ask = <M extends ConnectorMethod>(
    method: M,
    params: ConnectorMethods[M]["params"],
  ): Promise<ConnectorMethods[M]["result"]> =>
    exchange(client, { method, params, capability, id: `${++count}` });
  return {
    tools: async (keyword) => (await ask("connector.tools", keyword === undefined ? {} : { keyword })).tools,
    tool: (name) => ask("connector.tool", { name }),
    call: (name, args) => ask("connector.call", { name, args }),
    assetUrl: (nodeId) => ask("connector.assetUrl", { nodeId }),
    tempUrl: (upload) => ask("connector.tempUrl", upload),
    close: async () => client.close(),
  };
}

interface Request {
  readonly method: string;
  readonly params: unknown;
  readonly capability: string;
  readonly id: string;
}

async function exchange<T>(client: FrameClient, { method, params, capability, id }: Request): Promise<T> {
  const frames = framesOf(id, { jsonrpc: "2.0", id, method, params });
  if (frames === undefined) throw connectorFaults.tooLong(method, MAX_MESSAGE_CHARACTERS);
  for (const frame of frames) client.send({ capability, ...frame });
  const joiner = new PieceJoiner();
  for (;;) {
    const frame = await client.receive();
    if (typeof frame !== "object" || frame === null)
      throw connectorFaults.hostUnavailable(texts.connectionClosed);
    if (!isPiece(frame as Record<string, unknown>)) return resultOf<T>(frame as RpcAnswer);
    const joined = joiner.push(frame as never);
    if (joined === "broken") throw connectorFaults.hostUnavailable(texts.connectionClosed);
    if (joined !== undefined) return resultOf<T>(joined.message as RpcAnswer);
  }
}

function resultOf<T>({ error, result }: RpcAnswer): T {
  if (error === undefined) return result as T;
  const code = isConnectorCode(error.data?.code) ? error.data.code : "INTERNAL_ERROR";
  throw connectorFault(code, error.message, error.data?.hint);
}
