/** What a turn knows of its model; filters, disclosure and tools decide by it. */
export interface ModelFacts {
  readonly provider: string;
  readonly id: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly supports: { readonly image: boolean; readonly video: boolean };
}

/** Without a model: what a turn script counts as (30-catalog). */
export const SCRIPT_MODEL: ModelFacts = {
  provider: "script",
  id: "script",
  contextWindow: 200_000,
  supports: { image: false, video: false },
};
