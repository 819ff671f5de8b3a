import { DEFAULT_COUNT, MAX_COUNT } from "./limits.ts";
import { type SearchHit, TIME_RANGES } from "./types.ts";

export const description = [
  "Search the web. Returns titles, addresses and snippets; read a page with web_fetch before relying on it.",
  `At most \`count\` results come back (default ${DEFAULT_COUNT}, at most ${MAX_COUNT}).`,
].join("\n");

export const texts = {
  hit: (index: number, { title, url, snippet, published }: SearchHit) =>
    [
      `${index}. ${title === "" ? url : title}${published === undefined ? "" : ` (${published})`}`,
      `   ${url}`,
      ...(snippet === "" ? [] : [`   ${snippet}`]),
    ].join("\n"),
  nothing: (query: string) => `Nothing was found for "${query}".`,
  unknownRange: (range: string) => `Cannot use time_range "${range}": use ${TIME_RANGES.join(", ")}.`,
  emptyQuery: "Cannot search for nothing: the query is empty.",
  noUrl: (provider: string) => `Cannot search: tools.webSearch in config.yaml gives no url for ${provider}.`,
  noKey: (provider: string, variable: string | undefined) =>
    variable === undefined
      ? `Cannot search: ${provider} needs a key. Name its variable as tools.webSearch.apiKeyEnv in config.yaml.`
      : `Cannot search: ${provider} needs a key, and ${variable} is not set.`,
  refused: (provider: string, status: number, variable: string | undefined) =>
    `${provider} refused the search (status ${status}): ${variable === undefined ? "it may need a key, or its JSON API is turned off" : `check the key in ${variable}`}.`,
  tooMany: (provider: string) => `${provider} takes no more searches for now (status 429). Try again later.`,
  badStatus: (provider: string, status: number) => `${provider} answered with status ${status}.`,
  badAnswer: (provider: string) => `The answer of ${provider} is not the JSON of its search API.`,
};
