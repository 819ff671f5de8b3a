import type { Diagnostic } from "../output/diagnostic.ts";
import type { McpNotice } from "./errors.ts";
import { CURSOR_MAX_CHARS, LIST_MAX_PAGES, LIST_MAX_TOOLS, SET_ASIDE_SHOWN } from "./limits.ts";
import { describe, mendTool } from "./mend-tool.ts";
import { ANY_RESULT, type SdkClient } from "./sdk.ts";
import { texts } from "./texts.ts";
import type { ServerTool } from "./types.ts";

export interface ToolListing {
  readonly tools: readonly ServerTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One page as a server sends it; nothing about it is certain. */
interface Page {
  readonly tools?: unknown;
  readonly nextCursor?: unknown;
}

export type FetchPage = (cursor: string | undefined) => Promise<Page>;

/** Asks one server for a page of its tools, without the SDK's judgement of the answer. */
export function pageFetcher(client: SdkClient, signal: AbortSignal, timeout: number): FetchPage {
  return async (cursor) => {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const page = await client.request({ method: "tools/list", ...params }, ANY_RESULT, { signal, timeout });
    return page as Page;
  };
}

/** All tools of a server: every page, each definition judged alone, the first of two with one name. */
export async function listTools(server: string, fetchPage: FetchPage): Promise<ToolListing> {
  const raw: unknown[] = [];
  const notices: Diagnostic[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const page = await fetchPage(cursor);
    if (Array.isArray(page.tools)) raw.push(...page.tools.slice(0, LIST_MAX_TOOLS + 1 - raw.length));
    else notices.push(notice("list_malformed", texts.listMalformed(describe(page.tools)), server));
    if (raw.length > LIST_MAX_TOOLS) {
      raw.pop();
      notices.push(notice("list_cut", texts.tooManyTools(LIST_MAX_TOOLS), server));
      break;
    }
    const { nextCursor = null } = page;
    if (typeof nextCursor !== "string" || nextCursor.length > CURSOR_MAX_CHARS) {
      if (nextCursor !== null) notices.push(notice("cursor_unusable", texts.cursorUnusable(pages), server));
      break;
    }
    cursor = nextCursor;
    if (seen.has(cursor)) {
      // An empty cursor twice is how some servers say "the end".
      if (cursor !== "") notices.push(notice("cursor_repeated", texts.cursorRepeated(pages), server));
      break;
    }
    seen.add(cursor);
    if (pages >= LIST_MAX_PAGES) {
      notices.push(notice("list_cut", texts.listCut(pages), server));
      break;
    }
  }
  const judged = judge(server, raw);
  return { tools: judged.tools, diagnostics: [...notices, ...judged.diagnostics] };
}

function judge(server: string, raw: readonly unknown[]): ToolListing {
  const tools = new Map<string, ServerTool>();
  const diagnostics: Diagnostic[] = [];
  const twice: string[] = [];
  let aside = 0;
  for (const definition of raw) {
    const mended = mendTool(definition);
    if (!mended.ok) {
      aside += 1;
      if (aside > SET_ASIDE_SHOWN) continue;
      diagnostics.push(notice("tool_set_aside", texts.toolSetAside(mended.name, mended.problem), server));
    } else if (tools.has(mended.tool.name)) {
      twice.push(mended.tool.name);
    } else {
      tools.set(mended.tool.name, mended.tool);
    }
  }
  if (aside > SET_ASIDE_SHOWN) {
    diagnostics.push(notice("tool_set_aside", texts.moreSetAside(aside - SET_ASIDE_SHOWN), server));
  }
  if (twice.length > 0) {
    const names = [...new Set(twice)].slice(0, 5);
    diagnostics.push(notice("duplicate_tools", texts.duplicateTools(twice.length, names), server));
  }
  return { tools: [...tools.values()], diagnostics };
}

function notice(code: McpNotice, message: string, where: string): Diagnostic {
  return { severity: "warning", code, message, where };
}
