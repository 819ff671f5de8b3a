export const TIME_RANGES = ["day", "week", "month", "year"] as const;
export type TimeRange = (typeof TIME_RANGES)[number];

export interface SearchQuery {
  readonly query: string;
  readonly count: number;
  readonly timeRange?: TimeRange;
}

/** A result as a provider gives it; its words are data from the web. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** As the provider writes it. */
  readonly published?: string;
}

export interface SearchRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One kind of search service: how it is asked, and how its JSON is read. Both are pure. */
export interface SearchProvider {
  readonly name: string;
  readonly needsKey: boolean;
  readonly defaultUrl?: string;
  request(query: SearchQuery, place: { readonly url: string; readonly apiKey?: string }): SearchRequest;
  /** Undefined: the answer has another shape. */
  hits(answer: unknown): readonly SearchHit[] | undefined;
}

/** `tools.webSearch`, with the key looked up. */
export interface SearchSettings {
  readonly provider: "searxng" | "brave" | "tavily";
  readonly url?: string;
  /** The variable that the key is in; for errors. */
  readonly apiKeyEnv?: string;
  readonly apiKey?: string;
}
