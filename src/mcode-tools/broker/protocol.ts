import { createHash, timingSafeEqual } from "node:crypto";
import { parseBody } from "../wire/frames.ts";
import { MAX_MIN_VALIDITY_MS, PROTOCOL_VERSION } from "./limits.ts";

/** The wire's own codes; independent clients know these. The message is fixed per code, never a detail. */
export const BROKER_MESSAGES = {
  CAPABILITY_REJECTED: "The capability was rejected.",
  PROTOCOL_MISMATCH: "The protocol version is not supported.",
  INVALID_REQUEST: "The request is invalid.",
  AUTH_REQUIRED: "Authentication is required.",
  BROKER_UNAVAILABLE: "The broker is unavailable.",
  INTERNAL_ERROR: "An internal error occurred.",
} as const;
export type BrokerCode = keyof typeof BROKER_MESSAGES;

export type AuthStatus =
  | "anonymous"
  | "authorizing"
  | "authenticated"
  | "refreshing"
  | "scope_upgrade_required"
  | "logging_out"
  | "logout_pending"
  | "expired"
  | "error";

export type BrokerRequest =
  | { readonly method: "status" }
  | { readonly method: "lease"; readonly minValidityMs: number }
  | { readonly method: "unauthorized"; readonly generation: number };

export type ParsedRequest =
  | { readonly kind: "close" }
  | { readonly kind: "refused"; readonly requestId: string; readonly code: BrokerCode }
  | { readonly kind: "request"; readonly requestId: string; readonly request: BrokerRequest };

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const COMMON_KEYS = ["version", "requestId", "capability", "method"];

/** Judges one frame by the table of causes, in its order. */
export function parseRequest(body: Uint8Array, capability: CapabilityCheck): ParsedRequest {
  const frame = parseBody(body);
  if (typeof frame !== "object" || frame === null || Array.isArray(frame)) return { kind: "close" };
  const fields = frame as Record<string, unknown>;
  const { requestId } = fields;
  if (typeof requestId !== "string" || !REQUEST_ID.test(requestId)) return { kind: "close" };
  if (!capability.fits(fields.capability)) return { kind: "refused", requestId, code: "CAPABILITY_REJECTED" };
  if (fields.version !== PROTOCOL_VERSION) return { kind: "refused", requestId, code: "PROTOCOL_MISMATCH" };
  const request = requestOf(fields);
  if (request === undefined) return { kind: "refused", requestId, code: "INVALID_REQUEST" };
  return { kind: "request", requestId, request };
}

function requestOf(fields: Record<string, unknown>): BrokerRequest | undefined {
  const { method, minValidityMs, generation } = fields;
  if (method === "status" && hasExactly(fields, [])) return { method };
  if (method === "lease" && hasExactly(fields, ["minValidityMs"])) {
    return isCount(minValidityMs, MAX_MIN_VALIDITY_MS) ? { method, minValidityMs } : undefined;
  }
  if (method === "unauthorized" && hasExactly(fields, ["generation"])) {
    return isCount(generation, Number.MAX_SAFE_INTEGER) ? { method, generation } : undefined;
  }
  return undefined;
}

function hasExactly(fields: Record<string, unknown>, own: readonly string[]): boolean {
  const wanted = [...COMMON_KEYS, ...own];
  return Object.keys(fields).length === wanted.length && wanted.every((key) => Object.hasOwn(fields, key));
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

export function successAnswer(requestId: string, result: Readonly<Record<string, unknown>>) {
  return { version: PROTOCOL_VERSION, requestId, ok: true, result };
}

export function failureAnswer(requestId: string, code: BrokerCode) {
  const error = { code, message: BROKER_MESSAGES[code] };
  return { version: PROTOCOL_VERSION, requestId, ok: false, error };
}

/** Compares in constant time, whatever the length of what a client sends. */
export class CapabilityCheck {
  readonly #digest: Buffer;

  constructor(capability: string) {
    this.#digest = digestOf(capability);
  }

  fits(given: unknown): boolean {
    const same = timingSafeEqual(digestOf(typeof given === "string" ? given : ""), this.#digest);
    return same && typeof given === "string";
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
