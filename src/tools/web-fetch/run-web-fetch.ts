import { STATUS_CODES } from "node:http";
import { VERSION } from "../../config/version.ts";
import { errorResult, textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { HEAD_SHARE } from "../../output/limits.ts";
import { headWithinTokens, tailWithinTokens, textTokens } from "../../output/text-tokens.ts";
import { visible } from "../../output/visible.ts";
import { orFaultResult } from "../files/fault-result.ts";
import { decodeBody } from "../web/charset.ts";
import { fetchPage, type Page } from "../web/fetch-page.ts";
import { reachableBy } from "../web/reachable.ts";
import { METHODS, type WebFetchInput } from "./definition.ts";
import { MAX_HEADER_CHARACTERS, MAX_RESULT_TOKENS } from "./limits.ts";
import { texts } from "./texts.ts";
import type { WebFetchServices } from "./tool.ts";

export interface WebFetchCall extends WebFetchServices {
  readonly toolCallId: string;
  readonly signal?: AbortSignal;
}

const HEADERS = {
  "user-agent": `turnkit/${VERSION}`,
  accept: "text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.9,*/*;q=0.5",
  "accept-encoding": "identity",
};

/** One call of web_fetch. An answer of 400 and above is an error result that still holds the body. */
export async function runWebFetch(call: WebFetchCall, input: WebFetchInput): Promise<ToolResult> {
  const method = input.method ?? "GET";
  if (!METHODS.includes(method)) return errorResult("web_fetch", texts.unknownMethod(method));
  return orFaultResult("web_fetch", async () => {
    const { url } = input;
    const reachable = reachableBy(call.allow);
    const page = await fetchPage({ url, method, headers: HEADERS, reachable, signal: call.signal });
    const head = `${texts.head(visible(page.url), statusOf(page.status), page.headers["content-type"])}\n\n`;
    const room = MAX_RESULT_TOKENS - textTokens(head + texts.cutBody) - ROUNDING;
    const shown = method === "HEAD" ? { text: headersOf(page), details: {} } : await bodyOf(call, page, room);
    return textResult("web_fetch", head + shown.text, {
      ...(page.status >= 400 ? { isError: true } : {}),
      details: { ...pageDetails(page), ...shown.details },
    });
  });
}

interface Shown {
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function pageDetails({ url, status, headers, body, redirects }: Page) {
  return { url, status, content_type: headers["content-type"], bytes: body.length, redirects };
}

function statusOf(status: number): string {
  const words = STATUS_CODES[status];
  return words === undefined ? String(status) : `${status} ${words}`;
}

function headersOf({ headers }: Page): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${visible(String(value))}`);
  return lines.join("\n").slice(0, MAX_HEADER_CHARACTERS);
}

/** Each part of a result is rounded up by itself; line ends stand between the parts. */
const ROUNDING = 4;

async function bodyOf(call: WebFetchCall, { body, headers, cut }: Page, room: number): Promise<Shown> {
  const type = headers["content-type"];
  const more = cut ? `\n${texts.cutBody}` : "";
  if (body.length === 0) return { text: texts.empty, details: {} };
  const { text, charset } = decodeBody(body, type);
  // A NUL is in no text of the web; it would also break stores and models.
  if (text.includes("\0")) {
    return { text: texts.binary(type ?? texts.unknownType, body.length) + more, details: { binary: true } };
  }
  const bounded = await withinTokens(call, text, room);
  return { text: bounded.text + more, details: { charset, ...bounded.details } };
}

/** The beginning and the end of a text that is too long, and all of it in a file. */
async function withinTokens(
  { artifacts, toolCallId }: WebFetchCall,
  text: string,
  room: number,
): Promise<Shown> {
  const total = textTokens(text);
  if (total <= room) return { text, details: { truncated: false } };
  const artifact = await artifacts.store({ toolCallId, tool: "web_fetch" }, text);
  const headRoom = Math.floor(room * HEAD_SHARE);
  const head = text.slice(0, headWithinTokens(text, headRoom));
  const rest = room - headRoom - textTokens(texts.omitted(total, total, artifact?.path));
  const tail = text.slice(tailWithinTokens(text, rest));
  const left = total - textTokens(head) - textTokens(tail);
  return {
    text: `${head}\n${texts.omitted(left, total, artifact?.path)}\n${tail}`,
    details: { truncated: true, estimated_tokens: total, ...(artifact === undefined ? {} : { artifact }) },
  };
}
