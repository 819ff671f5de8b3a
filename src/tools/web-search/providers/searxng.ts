import type { SearchProvider } from "../types.ts";
import { member, readHits } from "./read-json.ts";

/** A SearXNG instance with its JSON API turned on (`search.formats: [html, json]` in its settings). */
export const searxng: SearchProvider = {
  name: "SearXNG",
  needsKey: false,
  request({ query, timeRange }, { url, apiKey }) {
    const target = new URL(`${url.replace(/\/+$/, "")}/search`);
    target.searchParams.set("q", query);
    target.searchParams.set("format", "json");
    if (timeRange !== undefined) target.searchParams.set("time_range", timeRange);
    const key: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    return { url: target.href, method: "GET", headers: { accept: "application/json", ...key } };
  },
  hits: (answer) => readHits(member(answer, "results"), { snippet: "content", published: "publishedDate" }),
};
