import { VERSION } from "../../config/version.ts";
import { errorResult, textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { visible } from "../../output/visible.ts";
import { orFaultResult } from "../files/fault-result.ts";
import { fetchPage, type Page } from "../web/fetch-page.ts";
import { ANYWHERE } from "../web/reachable.ts";
import type { WebSearchInput } from "./definition.ts";
import { DEFAULT_COUNT, MAX_SNIPPET_CHARACTERS, MAX_TITLE_CHARACTERS } from "./limits.ts";
import { brave } from "./providers/brave.ts";
import { searxng } from "./providers/searxng.ts";
import { tavily } from "./providers/tavily.ts";
import { texts } from "./texts.ts";
import { type SearchHit, type SearchProvider, type SearchSettings, TIME_RANGES } from "./types.ts";

const PROVIDERS: Readonly<Record<SearchSettings["provider"], SearchProvider>> = { searxng, brave, tavily };

/** One call of web_search. */
export async function runWebSearch(
  settings: SearchSettings,
  input: WebSearchInput,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const provider = PROVIDERS[settings.provider];
  const { query, count = DEFAULT_COUNT, time_range: timeRange } = input;
  const problem = problemOf(settings, provider, input);
  if (problem !== undefined) return errorResult("web_search", problem);
  return orFaultResult("web_search", async () => {
    const url = settings.url ?? provider.defaultUrl ?? "";
    const request = provider.request({ query, count, timeRange }, { url, apiKey: settings.apiKey });
    const page = await fetchPage({
      ...request,
      headers: { ...request.headers, "user-agent": `turnkit/${VERSION}`, "accept-encoding": "identity" },
      // A person configured this address; and its key goes to no other.
      reachable: ANYWHERE,
      redirects: "none",
      signal,
    });
    return answered(page, { settings, provider, query, count });
  });
}

function problemOf(
  settings: SearchSettings,
  provider: SearchProvider,
  input: WebSearchInput,
): string | undefined {
  const { query, time_range: timeRange } = input;
  if (query.trim() === "") return texts.emptyQuery;
  if (timeRange !== undefined && !TIME_RANGES.includes(timeRange)) return texts.unknownRange(timeRange);
  if (settings.url === undefined && provider.defaultUrl === undefined) return texts.noUrl(provider.name);
  const hasKey = settings.apiKey !== undefined && settings.apiKey !== "";
  if (provider.needsKey && !hasKey) return texts.noKey(provider.name, settings.apiKeyEnv);
  return undefined;
}

interface Asked {
  readonly settings: SearchSettings;
  readonly provider: SearchProvider;
  readonly query: string;
  readonly count: number;
}

function answered({ status, body }: Page, { settings, provider, query, count }: Asked): ToolResult {
  const { name } = provider;
  const details = { provider: settings.provider, status };
  const failed = (text: string) => errorResult("web_search", text, details);
  if (status === 401 || status === 403) return failed(texts.refused(name, status, settings.apiKeyEnv));
  if (status === 429) return failed(texts.tooMany(name));
  if (status !== 200) return failed(texts.badStatus(name, status));
  const hits = provider.hits(readJson(body))?.slice(0, count).map(asShown);
  if (hits === undefined) return failed(texts.badAnswer(name));
  const text = hits.map((hit, index) => texts.hit(index + 1, hit)).join("\n\n");
  return textResult("web_search", text === "" ? texts.nothing(visible(query)) : text, {
    details: { ...details, results: hits },
  });
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function asShown({ title, url, snippet, published }: SearchHit): SearchHit {
  return {
    title: oneLine(title, MAX_TITLE_CHARACTERS),
    url: visible(url),
    snippet: oneLine(snippet, MAX_SNIPPET_CHARACTERS),
    ...(published === undefined ? {} : { published: oneLine(published, MAX_TITLE_CHARACTERS) }),
  };
}

/** Markup of the provider (`<strong>`) goes; what is left stands on one line. */
function oneLine(text: string, most: number): string {
  const plain = text
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const characters = Array.from(plain);
  return visible(characters.length <= most ? plain : `${characters.slice(0, most - 1).join("")}…`);
}
