import type { Severity } from "../../output/diagnostic.ts";
import type { Schema, SchemaPlace } from "./schema.ts";

export const PROVIDER_NAMES = ["anthropic", "openai", "gemini", "bedrock", "moonshot"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** What every rule has: the row of the table that the documentation shows. */
export interface RuleRow {
  /** Stable; baselines, ignore lists and SARIF name it. */
  readonly id: string;
  readonly providers: readonly ProviderName[];
  /** `error`: the provider refuses the request. */
  readonly severity: Severity;
  /** One sentence: what is refused. */
  readonly refuses: string;
  /** What to write instead; also what the boundary does. */
  readonly fix: string;
  /** Where the rule is documented or was seen. */
  readonly source: string;
}

/** Looks at one sub-schema. `mend` is applied to each node that `find` names, children first. */
export interface NodeRule extends RuleRow {
  readonly kind: "node";
  /** What is wrong at this node, with the values; undefined when nothing is. */
  find(place: SchemaPlace): string | undefined;
  mend(node: Schema): Schema;
}

/** Looks at the schema as a whole. */
export interface DocumentRule extends RuleRow {
  readonly kind: "document";
  find(schema: Schema): readonly { readonly pointer: string; readonly message: string }[];
  /** Undefined when it cannot be mended: the tool is withheld. */
  mend(schema: Schema): Schema | undefined;
}

export type SchemaRule = NodeRule | DocumentRule;
