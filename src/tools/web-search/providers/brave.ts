import type { SearchProvider } from "../types.ts";
import { member, readHits } from "./read-json.ts";

const FRESHNESS = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

/** The Brave Search API, web results. */
export const brave: SearchProvider = {
  name: "Brave",
  needsKey: true,
  defaultUrl: "https://api.search.brave.com/res/v1/web/search",
  request({ query, count, timeRange }, { url, apiKey = "" }) {
    const target = new URL(url);
    target.searchParams.set("q", query);
    target.searchParams.set("count", String(count));
    if (timeRange !== undefined) target.searchParams.set("freshness", FRESHNESS[timeRange]);
    const headers = { accept: "application/json", "x-subscription-token": apiKey };
    return { url: target.href, method: "GET", headers };
  },
  hits(answer) {
    // Without results the part is left out altogether.
    const web = member(answer, "web");
    if (web === undefined) return typeof answer === "object" && answer !== null ? [] : undefined;
    return readHits(member(web, "results"), { snippet: "description", published: "age" });
  },
};
