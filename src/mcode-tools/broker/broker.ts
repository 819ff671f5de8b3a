import { type FrameServer, startFrameServer } from "../wire/frame-server.ts";
import {
  type BrokerCode,
  type BrokerRequest,
  type CapabilityCheck,
  failureAnswer,
  parseRequest,
  successAnswer,
} from "./protocol.ts";
import type { TokenKeeper } from "./token-keeper.ts";

export interface BrokerOptions {
  readonly endpoint: string;
  readonly capability: CapabilityCheck;
  readonly tokens: TokenKeeper;
  /** Whether tokens may be handed out at this moment; asked at each lease. */
  leasesAllowed(): Promise<boolean>;
  readonly idleMs?: number;
}

export interface Broker {
  readonly endpoint: string;
  /** From now on every request is answered BROKER_UNAVAILABLE; `close` follows. */
  shutDown(): void;
  close(): Promise<void>;
}

/** What every lease is for; fixed by the protocol. */
const AUDIENCE = "agent-backend";
const SCOPES = ["agent.default"];

/** Starts the lease broker, protocol v1. @throws the system's error when the endpoint cannot be had. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  let stopping = false;
  const server: FrameServer = await startFrameServer({
    endpoint: options.endpoint,
    idleMs: options.idleMs,
    onHalfClose: "answer",
    handle: async (body) => {
      const parsed = parseRequest(body, options.capability);
      if (parsed.kind === "close") return undefined;
      const { requestId } = parsed;
      if (parsed.kind === "refused") return [failureAnswer(requestId, parsed.code)];
      if (stopping) return [failureAnswer(requestId, "BROKER_UNAVAILABLE")];
      const result = await answer(parsed.request, options).catch((): BrokerCode => "INTERNAL_ERROR");
      // What was waiting when the host began to stop is void too.
      if (stopping) return [failureAnswer(requestId, "BROKER_UNAVAILABLE")];
      return [
        typeof result === "string" ? failureAnswer(requestId, result) : successAnswer(requestId, result),
      ];
    },
  });
  return {
    endpoint: server.endpoint,
    shutDown: () => {
      stopping = true;
    },
    close: () => {
      stopping = true;
      options.tokens.close();
      return server.close();
    },
  };
}

async function answer(
  request: BrokerRequest,
  { tokens, leasesAllowed }: BrokerOptions,
): Promise<BrokerCode | Record<string, unknown>> {
  const { method } = request;
  if (method === "status") return { method, ...(await tokens.status()) };
  if (method === "unauthorized") {
    const action = await tokens.unauthorized(request.generation);
    return action === undefined ? "AUTH_REQUIRED" : { method, action };
  }
  if (!(await leasesAllowed())) return "AUTH_REQUIRED";
  const lease = await tokens.lease(request.minValidityMs);
  if (lease === undefined) return "AUTH_REQUIRED";
  const { accessToken, expiresAtMs, generation } = lease;
  return { method, accessToken, expiresAtMs, generation, audience: AUDIENCE, scopes: SCOPES };
}
