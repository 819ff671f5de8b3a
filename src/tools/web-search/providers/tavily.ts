import type { SearchProvider } from "../types.ts";
import { member, readHits } from "./read-json.ts";

/** The Tavily search API. */
export const tavily: SearchProvider = {
  name: "Tavily",
  needsKey: true,
  defaultUrl: "https://api.tavily.com/search",
  request({ query, count, timeRange }, { url, apiKey = "" }) {
    const headers = {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${apiKey}`,
    };
    const body = JSON.stringify({ query, max_results: count, time_range: timeRange });
    return { url, method: "POST", headers, body };
  },
  hits: (answer) => readHits(member(answer, "results"), { snippet: "content", published: "published_date" }),
};
