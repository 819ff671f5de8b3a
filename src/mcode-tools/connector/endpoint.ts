import { messageOf } from "../../output/fault.ts";
import type { CapabilityCheck } from "../broker/protocol.ts";
import { type Connection, type FrameServer, startFrameServer } from "../wire/frame-server.ts";
import { parseBody } from "../wire/frames.ts";
import { MAX_MESSAGE_CHARACTERS, MAX_WAITING_CONNECTIONS } from "../wire/limits.ts";
import { framesOf, isMessageId, isPiece, PieceJoiner } from "../wire/pieces.ts";
import { isConnectorFault } from "./errors.ts";
import { type ConnectorMethods, RPC_ERRORS, type RpcAnswer, type RpcError } from "./rpc.ts";
import { texts } from "./texts.ts";
import type { ConnectorBackend } from "./types.ts";

export interface EndpointOptions {
  readonly endpoint: string;
  readonly capability: CapabilityCheck;
  readonly backend: ConnectorBackend;
  /** Takes secrets out of whatever goes to a child. */
  mask<T>(value: T): T;
  readonly idleMs?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Serves the connectors of this process to the children of a turn: the broker's frames, JSON-RPC 2.0 inside. */
export function startConnectorEndpoint(options: EndpointOptions): Promise<FrameServer> {
  return startFrameServer({
    endpoint: options.endpoint,
    idleMs: options.idleMs,
    onHalfClose: "give-up",
    maxWaiting: MAX_WAITING_CONNECTIONS,
    handle: async (body, connection) => {
      const frame = parseBody(body);
      if (!isFields(frame)) return undefined;
      const id = isMessageId(frame.id) ? frame.id : null;
      if (!options.capability.fits(frame.capability)) return [failed(id, REJECTED)];
      const message = isPiece(frame) ? joinerOf(connection).push(frame) : { message: frame };
      if (message === undefined) return [];
      if (message === "broken") return undefined;
      const answer = options.mask(await answerTo(message.message, connection, options));
      return framesOf(answer.id ?? "", answer) ?? [failed(answer.id, TOO_LONG)];
    },
  });
}

const REJECTED: RpcError = {
  code: RPC_ERRORS.failed,
  message: "The capability was rejected.",
  data: { code: "CAPABILITY_REJECTED" },
};

const TOO_LONG: RpcError = {
  code: RPC_ERRORS.failed,
  message: texts.tooLong(texts.answerTooLong, MAX_MESSAGE_CHARACTERS, texts.moreThan(MAX_MESSAGE_CHARACTERS)),
  data: { code: "TOO_LONG" },
};

async function answerTo(
  message: unknown,
  { gone }: Connection,
  options: EndpointOptions,
): Promise<RpcAnswer> {
  if (!isFields(message) || message.jsonrpc !== "2.0" || !isMessageId(message.id)) {
    return failed(null, { code: RPC_ERRORS.invalidRequest, message: "Invalid request" });
  }
  const { id, method, params } = message;
  const handler = typeof method === "string" && Object.hasOwn(handlers, method) ? method : undefined;
  if (handler === undefined) return failed(id, { code: RPC_ERRORS.unknownMethod, message: "Unknown method" });
  try {
    const handle = handlers[handler as keyof ConnectorMethods];
    const result = await handle(isFields(params) ? params : {}, options.backend, gone);
    if (result === undefined)
      return failed(id, { code: RPC_ERRORS.invalidParams, message: "Invalid parameters" });
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    return failed(id, rpcError(error));
  }
}

/** One per method; undefined for parameters that do not fit. */
type Handler = (params: Fields, backend: ConnectorBackend, gone: AbortSignal) => Promise<unknown>;

const handlers: Readonly<Record<keyof ConnectorMethods, Handler>> = {
  "connector.tools": async ({ keyword }, backend) => {
    if (keyword !== undefined && typeof keyword !== "string") return undefined;
    return { tools: await backend.tools(keyword) };
  },
  "connector.tool": async ({ name }, backend) => (typeof name === "string" ? backend.tool(name) : undefined),
  "connector.call": async ({ name, args }, backend, gone) =>
    typeof name === "string" && isFields(args) ? backend.call(name, args, gone) : undefined,
  "connector.assetUrl": async ({ nodeId }, backend) =>
    typeof nodeId === "string" ? backend.assetUrl(nodeId) : undefined,
  "connector.tempUrl": async ({ name, mimeType, data }, backend) =>
    typeof name === "string" && typeof mimeType === "string" && typeof data === "string"
      ? backend.tempUrl({ name, mimeType, data })
      : undefined,
};

function rpcError(error: unknown): RpcError {
  if (!isConnectorFault(error))
    return { code: RPC_ERRORS.failed, message: messageOf(error), data: { code: "INTERNAL_ERROR" } };
  const { code, hint, data } = error;
  return {
    code: RPC_ERRORS.failed,
    message: String(data.message),
    data: { code, ...(hint === undefined ? {} : { hint }) },
  };
}

function failed(id: string | null, error: RpcError): RpcAnswer {
  return { jsonrpc: "2.0", id, error };
}

function joinerOf({ memory }: Connection): PieceJoiner {
  const known = memory.get("joiner");
  if (known instanceof PieceJoiner) return known;
  const joiner = new PieceJoiner();
  memory.set("joiner", joiner);
  return joiner;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
