import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { isFault } from "../../output/fault.ts";
import { visible } from "../../output/visible.ts";
import { webFault } from "./errors.ts";
import { type Answer, exchange } from "./exchange.ts";
import { MAX_BODY_BYTES, MAX_REDIRECTS, MAX_URL_CHARACTERS, REQUEST_TIMEOUT_MS } from "./limits.ts";
import type { Reachable } from "./reachable.ts";
import { texts } from "./texts.ts";

export interface PageRequest {
  readonly url: string;
  readonly method: "GET" | "HEAD" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly reachable: Reachable;
  /** Follow none: the request carries a key that is for this host alone. */
  readonly redirects?: "none";
  readonly signal?: AbortSignal;
}

export interface Page {
  /** Where the last redirect led. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 10 MiB, unpacked. */
  readonly body: Buffer;
  /** The body was longer. */
  readonly cut: boolean;
  readonly redirects: number;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches a page: redirects followed and judged again, within 30 s and 10 MiB. @throws Fault of webFault. */
export async function fetchPage(request: PageRequest): Promise<Page> {
  const first = readUrl(request.url);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), REQUEST_TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal;
  try {
    return await followed(first, { ...request, signal });
  } catch (error) {
    if (request.signal?.aborted) throw webFault.aborted();
    if (late.signal.aborted) throw webFault.timedOut(first.hostname);
    throw isFault(error) ? error : webFault.requestFailed(first.hostname, error);
  } finally {
    clearTimeout(timer);
  }
}

type Timed = PageRequest & { readonly signal: AbortSignal };

async function followed(first: URL, request: Timed): Promise<Page> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await exchange({ ...request, url });
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined || request.redirects === "none") {
      const { body, cut } = await readBody(answer, request);
      return { url: url.href, status: answer.status, headers: answer.headers, body, cut, redirects };
    }
    answer.message.destroy();
    url = redirected(url, location);
  }
  throw webFault.tooManyRedirects(first.href);
}

/** An absolute http(s) URL without credentials. */
function readUrl(text: string): URL {
  if (text.length > MAX_URL_CHARACTERS) throw webFault.badUrl(texts.longUrl(text.length));
  if (!URL.canParse(text)) throw webFault.badUrl(texts.badUrl(visible(text)));
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw webFault.badUrl(texts.scheme(visible(text), url.protocol.slice(0, -1)));
  }
  if (url.username !== "" || url.password !== "") throw webFault.credentials(url.host);
  url.hash = "";
  return url;
}

function redirected(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw webFault.badRedirect(from.href, location);
  return readUrl(new URL(location, from).href);
}

async function readBody(
  { message, headers }: Answer,
  { method, signal }: Timed,
): Promise<{ body: Buffer; cut: boolean }> {
  const onAbort = () => message.destroy(webFault.aborted());
  signal.addEventListener("abort", onAbort, { once: true });
  const chunks: Uint8Array[] = [];
  let room = MAX_BODY_BYTES;
  try {
    if (method === "HEAD") return { body: Buffer.alloc(0), cut: false };
    for await (const chunk of await unpacked(message, headers["content-encoding"])) {
      const bytes = chunk as Uint8Array;
      chunks.push(bytes.length <= room ? bytes : bytes.subarray(0, room));
      if (bytes.length > room) return { body: Buffer.concat(chunks), cut: true };
      room -= bytes.length;
    }
    return { body: Buffer.concat(chunks), cut: false };
  } finally {
    signal.removeEventListener("abort", onAbort);
    message.destroy();
  }
}

/** Servers are asked not to pack; some do all the same. A packed bomb stops at the limit like any body. */
async function unpacked(message: IncomingMessage, encoding: string | undefined): Promise<Readable> {
  const kind = encoding?.trim().toLowerCase() ?? "";
  if (kind === "" || kind === "identity") return message;
  const { createBrotliDecompress, createUnzip } = await import("node:zlib");
  if (kind === "br") return pipeline(message, createBrotliDecompress(), () => undefined);
  const isZip = kind === "gzip" || kind === "x-gzip" || kind === "deflate";
  return isZip ? pipeline(message, createUnzip(), () => undefined) : message;
}
