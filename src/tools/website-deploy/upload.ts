import { Buffer } from "node:buffer";
import type { ReadStream } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, isFault, messageOf } from "../../output/fault.ts";
import { shortened } from "../../output/shortened.ts";
import { visible } from "../../output/visible.ts";
import type { SiteArchive } from "./archive.ts";
import { deployFault } from "./errors.ts";
import {
  ANSWER_BYTES,
  CONTINUE_WAIT_MS,
  SHOWN_ANSWER,
  UPLOAD_BACKOFF_MS,
  UPLOAD_IDLE_MS,
  UPLOAD_TRIES,
} from "./limits.ts";
import { deployTexts as texts } from "./texts.ts";

export interface Upload {
  readonly url: URL;
  readonly archive: SiteArchive;
  readonly name: string;
  readonly clientVersion: string;
  readonly signal?: AbortSignal;
}

export interface Uploaded {
  readonly status: number;
  /** What the server says about where the site is. */
  readonly siteUrl?: string;
}

/** Where a site of this name is put: `<url>/<name>`, the query kept. @throws Fault `bad_url`. */
export function uploadUrl(configured: string, name: string): URL {
  const url = URL.canParse(configured) ? new URL(configured) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw deployFault.badUrl();
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${name}`;
  url.hash = "";
  return url;
}

/** An address without its query, which may hold a key. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** PUTs the archive; again after faults that another try can mend. @throws Fault. */
export async function uploadSite(upload: Upload): Promise<Uploaded> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(upload);
    } catch (error) {
      upload.signal?.throwIfAborted();
      if (attempt === UPLOAD_TRIES || !isFault(error) || !isMended(error)) throw error;
      await sleep(UPLOAD_BACKOFF_MS * 2 ** (attempt - 1), undefined, { signal: upload.signal });
    }
  }
}

function isMended({ code, data }: Fault): boolean {
  const { status } = data;
  return code === "connection_failed" || (typeof status === "number" && (status === 429 || status >= 500));
}

async function put(upload: Upload): Promise<Uploaded> {
  const shown = shownUrl(upload.url);
  const response = await answerTo(upload);
  const body = await bodyOf(response);
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) throw deployFault.redirected(shown, status);
  if (status < 200 || status >= 300)
    throw deployFault.refused(
      shown,
      status,
      shortened(visible(body.replaceAll(/\s+/gu, " ").trim()), SHOWN_ANSWER),
    );
  return { status, siteUrl: siteUrlIn(body) };
}

/** The content goes once the server says to go on, so that one who refuses it is heard before it is sent. */
function answerTo(upload: Upload): Promise<IncomingMessage> {
  const { url, archive, signal } = upload;
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const failed = (error: unknown) => reject(deployFault.connection(shownUrl(url), messageOf(error), error));
  const request = start(url, { method: "PUT", signal, headers: headersOf(upload) });
  let content: ReadStream | undefined;
  const send = () => {
    if (content !== undefined) return;
    content = archive.open();
    content.once("error", (error) => request.destroy(error));
    content.pipe(request);
  };
  const unasked = setTimeout(send, CONTINUE_WAIT_MS);
  request.setTimeout(UPLOAD_IDLE_MS, () => request.destroy(new Error(texts.idle(UPLOAD_IDLE_MS / 1000))));
  request.once("continue", send).once("error", failed);
  request.once("response", (response: IncomingMessage) => {
    clearTimeout(unasked);
    resolve(response);
  });
  request.once("close", () => {
    clearTimeout(unasked);
    content?.destroy();
    failed(new Error(texts.closed));
  });
  request.flushHeaders();
  return promise;
}

function headersOf({ archive, name, clientVersion }: Upload) {
  return {
    "content-type": "application/gzip",
    "content-length": archive.bytes,
    "content-disposition": `attachment; filename="${name}.tar.gz"`,
    "x-content-sha256": archive.sha256,
    "user-agent": `turnkit/${clientVersion}`,
    accept: "application/json",
    expect: "100-continue",
  };
}

/** What came of the body: the status alone decides, and a server may cut the connection behind it. */
async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // Cut off: what is there has to do.
  }
  // A request whose content was never wanted ends with it.
  response.destroy();
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
}

/** `{"url": …}`, or the body itself, when it is an http or https address. */
function siteUrlIn(body: string): string | undefined {
  const text = body.trim();
  const said = text.startsWith("{") ? urlField(text) : text;
  if (said === undefined || said.length > 2_000 || !URL.canParse(said)) return undefined;
  return /^https?:$/.test(new URL(said).protocol) ? new URL(said).href : undefined;
}

function urlField(text: string): string | undefined {
  try {
    const { url } = JSON.parse(text) as { url?: unknown };
    return typeof url === "string" ? url : undefined;
  } catch {
    return undefined;
  }
}
