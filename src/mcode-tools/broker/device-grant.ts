import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atomicWrite } from "../../config/atomic-write.ts";
import { withLock } from "../../config/owner.ts";
import { ensurePrivateFolder } from "../../config/private-folder.ts";
import { messageOf } from "../../output/fault.ts";
import { brokerFault } from "./errors.ts";
import { DEFAULT_VALIDITY_MS, DEVICE_POLL_MS, DEVICE_SLOW_DOWN_MS, ISSUER_TIMEOUT_MS } from "./limits.ts";
import { texts } from "./texts.ts";
import type { Token, TokenSource } from "./token-keeper.ts";

export interface DeviceGrantOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Absolute path of the file that keeps the tokens between runs, 0600. */
  readonly store: string;
  readonly platform: NodeJS.Platform;
  now(): number;
  /** Shows a text to the person who can log in; absent where there is nobody. */
  readonly ask?: (text: string) => void;
  onSecret(name: string, value: string): void;
  /** Milliseconds between two questions where the issuer names none. */
  readonly pollMs?: number;
}

interface Stored {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly expiresAtMs: number;
  readonly refreshToken?: string;
}

interface Endpoints {
  readonly token: string;
  readonly device: string;
}

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/**
 * OAuth 2.0 device authorization grant (RFC 8628): stored token, else refresh token, else a person at the
 * terminal is asked to log in.
 */
export function deviceGrantSource(options: DeviceGrantOptions): TokenSource {
  let authorizing = false;
  return {
    kind: "oauth",
    get authorizing() {
      return authorizing;
    },
    async read({ refused, minValidityMs = 0, ask, signal }): Promise<Token | undefined> {
      const fits = (stored: Stored): boolean => {
        const leftMs = stored.accessToken === refused ? 0 : stored.expiresAtMs - options.now();
        return leftMs > 0 && (leftMs >= minValidityMs || stored.refreshToken === undefined);
      };
      const stored = await load(options);
      if (stored !== undefined && fits(stored)) return stored;
      const issuer = new Issuer(options, signal);
      const renewed =
        stored?.refreshToken === undefined ? undefined : await renewedOnce(options, issuer, fits);
      if (renewed !== undefined) return renewed;
      if (!ask || options.ask === undefined) return undefined;
      authorizing = true;
      try {
        return await issuer.authorize(options.ask);
      } finally {
        authorizing = false;
      }
    },
  };
}

/**
 * Renews while no other host does: many issuers take each refresh token once, and its second use ends the login.
 * What another host has renewed meanwhile is taken as it is.
 */
async function renewedOnce(
  options: DeviceGrantOptions,
  issuer: Issuer,
  fits: (stored: Stored) => boolean,
): Promise<Token | undefined> {
  const lock = { platform: options.platform, waitMs: ISSUER_TIMEOUT_MS };
  const done = await withLock(`${options.store}.lock`, lock, async () => {
    const stored = await load(options);
    if (stored === undefined || fits(stored)) return stored;
    return stored.refreshToken === undefined ? undefined : issuer.refresh(stored.refreshToken);
  });
  return done?.value;
}

async function load(options: DeviceGrantOptions): Promise<Stored | undefined> {
  const text = await readFile(options.store, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const stored = JSON.parse(text) as Stored;
    const same = stored.issuer === options.issuer && stored.clientId === options.clientId;
    if (!same || typeof stored.accessToken !== "string") return undefined;
    if (stored.refreshToken !== undefined) options.onSecret("connectors.auth refresh", stored.refreshToken);
    return stored;
  } catch {
    return undefined;
  }
}

class Issuer {
  readonly #options: DeviceGrantOptions;
  readonly #signal: AbortSignal;

  constructor(options: DeviceGrantOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** @returns undefined when the issuer does not take the refresh token any more. */
  async refresh(refreshToken: string): Promise<Token | undefined> {
    const { token } = await this.#endpoints();
    const answer = await this.#post(token, { grant_type: "refresh_token", refresh_token: refreshToken });
    if (typeof answer.error === "string") return undefined;
    return this.#keep(answer, refreshToken);
  }

  async authorize(ask: (text: string) => void): Promise<Token> {
    const endpoints = await this.#endpoints();
    const device = await this.#post(endpoints.device, { scope: "openid offline_access" });
    const code = this.#text(device, "device_code");
    const url = device.verification_uri_complete ?? device.verification_uri;
    ask(texts.askToAuthorize(secureUrl(String(url)), this.#text(device, "user_code")));
    const token = await this.#poll(endpoints.token, code, device);
    ask(texts.authorized);
    return token;
  }

  async #poll(endpoint: string, code: string, device: Record<string, unknown>): Promise<Token> {
    const until = this.#options.now() + seconds(device.expires_in, 600_000);
    let waitMs = seconds(device.interval, this.#options.pollMs ?? DEVICE_POLL_MS);
    while (this.#options.now() < until) {
      await sleep(waitMs, undefined, { signal: this.#signal });
      const answer = await this.#post(endpoint, { grant_type: GRANT, device_code: code });
      if (answer.error === "slow_down") waitMs += DEVICE_SLOW_DOWN_MS;
      else if (typeof answer.error === "string" && answer.error !== "authorization_pending") {
        throw brokerFault.deviceGrantFailed(texts.denied(answer.error));
      } else if (answer.error === undefined) return this.#keep(answer, undefined);
    }
    throw brokerFault.deviceGrantFailed(texts.denied("expired_token"));
  }

  async #keep(answer: Record<string, unknown>, oldRefresh: string | undefined): Promise<Token> {
    const accessToken = this.#text(answer, "access_token");
    const refreshToken = typeof answer.refresh_token === "string" ? answer.refresh_token : oldRefresh;
    const expiresAtMs = this.#options.now() + seconds(answer.expires_in, DEFAULT_VALIDITY_MS);
    const { issuer, clientId, store } = this.#options;
    this.#options.onSecret("connectors.auth", accessToken);
    if (refreshToken !== undefined) this.#options.onSecret("connectors.auth refresh", refreshToken);
    const stored: Stored = { issuer, clientId, accessToken, expiresAtMs, refreshToken };
    await ensurePrivateFolder(dirname(store));
    await atomicWrite(store, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
    return { accessToken, expiresAtMs };
  }

  /** The issuer's own document: OpenID Connect discovery, else OAuth's (RFC 8414). */
  async #endpoints(): Promise<Endpoints> {
    const issuer = secureUrl(this.#options.issuer).replace(/\/+$/, "");
    for (const name of ["openid-configuration", "oauth-authorization-server"]) {
      const response = await this.#fetch(`${issuer}/.well-known/${name}`, {});
      if (!response.ok) continue;
      const document = await jsonOf(response);
      return {
        token: secureUrl(this.#text(document, "token_endpoint")),
        device: secureUrl(this.#text(document, "device_authorization_endpoint")),
      };
    }
    throw brokerFault.deviceGrantFailed(texts.issuerAnswer("discovery document"));
  }

  async #post(url: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
    const body = new URLSearchParams({ client_id: this.#options.clientId, ...fields });
    const response = await this.#fetch(url, { method: "POST", body });
    const answer = await jsonOf(response);
    if (!response.ok && typeof answer.error !== "string") {
      throw brokerFault.deviceGrantFailed(texts.issuerStatus(url, response.status));
    }
    return answer;
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ISSUER_TIMEOUT_MS)]);
    return fetch(url, { ...init, signal, redirect: "error" }).catch((error: unknown) => {
      throw brokerFault.deviceGrantFailed(messageOf(error));
    });
  }

  #text(answer: Record<string, unknown>, name: string): string {
    const value = answer[name];
    if (typeof value !== "string" || value === "")
      throw brokerFault.deviceGrantFailed(texts.issuerAnswer(name));
    return value;
  }
}

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  const value: unknown = await response.json().catch(() => undefined);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function seconds(value: unknown, otherwiseMs: number): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value * 1000 : otherwiseMs;
}

/** Tokens travel over https, or over http on this machine. */
function secureUrl(text: string): string {
  if (URL.canParse(text)) {
    const { protocol, hostname } = new URL(text);
    const local = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
    if (protocol === "https:" || (protocol === "http:" && local)) return text;
  }
  throw brokerFault.deviceGrantFailed(texts.notSecure(text));
}
