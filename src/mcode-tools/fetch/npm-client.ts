import type { Host } from "../../config/host.ts";
import { messageOf } from "../../output/fault.ts";
import { fetchFault } from "./errors.ts";
import { loadNpmConfiguration, type NpmConfiguration } from "./npm-config.ts";
import { forMessages } from "./shown-url.ts";
import { texts } from "./texts.ts";

/** An answer with status 200. */
export interface Answer {
  /** After redirects, without credentials: for messages. */
  readonly url: string;
  readonly type: string;
  /** Content-Length, when the body comes as it was stored. */
  readonly length: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly accept?: string;
  /** `NAME@VERSION`: chooses a scope's registry for paths and its credentials. */
  readonly spec?: string;
}

/** Requests by the user's npm configuration: credentials, proxies, certificates. One try, no cache. */
export interface NpmClient {
  /** @throws Fault `http_status`, `connection_failed`; what the signal's reason is when it aborts. */
  get(url: string, options: RequestOptions): Promise<Answer>;
  /** The registry of a package, by its scope. */
  registryOf(spec: string): string;
  readonly configuration: NpmConfiguration;
}

/** Loads npm's modules and the user's configuration; called only when something must be fetched. */
export async function createNpmClient(host: Host): Promise<NpmClient> {
  const [configuration, { default: registryFetch }] = await Promise.all([
    loadNpmConfiguration(host),
    import("npm-registry-fetch"),
  ]);
  const base = {
    ...configuration.options,
    // Tries and the cache are this room's own: npm's would hide what went wrong.
    retry: { retries: 0 },
    cache: null,
    preferOnline: false,
    preferOffline: false,
    offline: false,
  };
  return {
    configuration,
    registryOf: (spec) => registryFetch.pickRegistry(spec, base),
    async get(url, { signal, accept, spec }) {
      const headers = accept === undefined ? {} : { accept };
      try {
        const options = { ...base, headers, signal, spec, timeout: 0 };
        const response = await registryFetch(url, options);
        return answerOf(response);
      } catch (error) {
        signal.throwIfAborted();
        throw requestFault(error, forMessages(url));
      }
    },
  };
}

function answerOf(response: Awaited<ReturnType<typeof import("npm-registry-fetch").default>>): Answer {
  const encoded = response.headers.get("content-encoding") ?? "identity";
  const length = Number.parseInt(response.headers.get("content-length") ?? "", 10);
  const known = encoded === "identity" && Number.isSafeInteger(length) && length >= 0;
  return {
    url: forMessages(response.url),
    type: response.headers.get("content-type") ?? "",
    length: known ? length : undefined,
    body: response.body,
  };
}

/** What npm's module throws: an answer with a status of 400 and more, or a failed connection. */
function requestFault(error: unknown, url: string): Error {
  const { statusCode, headers } = error as {
    statusCode?: number;
    headers?: Readonly<Record<string, readonly string[]>>;
  };
  if (isBadRedirect(error)) return fetchFault.redirectInvalid(url, messageOf(error), error);
  if (typeof statusCode !== "number") return fetchFault.connectionFailed(url, messageOf(error), error);
  const hint = statusCode === 401 || statusCode === 403 ? texts.unauthorizedHint : undefined;
  return fetchFault.httpStatus(url, { status: statusCode, hint, retryAfter: headers?.["retry-after"]?.[0] });
}

/** Redirects without end, to nowhere or to another protocol: asking again leads to the same place. */
function isBadRedirect(error: unknown): boolean {
  const { type } = error as { type?: unknown };
  return error instanceof TypeError || (typeof type === "string" && type.endsWith("-redirect"));
}
