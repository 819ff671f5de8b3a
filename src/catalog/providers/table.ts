import { COMMON_RULES, UNUSED_DEFS } from "./common-rules.ts";
import { DIALECT_RULES, ROOT_COMBINATOR } from "./dialect-rules.ts";
import { GEMINI_RULES } from "./gemini-rules.ts";
import type { ProviderName, SchemaRule } from "./rule.ts";

/**
 * Every rule about schemas, in mending order. `lint` reports what they find; the model boundary applies what
 * they mend. A refusal seen in the wild becomes a row here and a test.
 */
export const SCHEMA_RULES: readonly SchemaRule[] = [
  ...COMMON_RULES,
  ROOT_COMBINATOR,
  ...GEMINI_RULES,
  ...DIALECT_RULES,
  UNUSED_DEFS,
];

export function schemaRulesOf(provider: ProviderName): readonly SchemaRule[] {
  return SCHEMA_RULES.filter((rule) => rule.providers.includes(provider));
}

/** Whose rules hold for a provider as models name it; protocols that others copied count as the original. */
export function rulesProvider(provider: string): ProviderName {
  const name = provider.toLowerCase();
  if (/bedrock/.test(name)) return "bedrock";
  if (/anthropic|claude|minimax/.test(name)) return "anthropic";
  if (/google|gemini|vertex/.test(name)) return "gemini";
  if (/moonshot|kimi/.test(name)) return "moonshot";
  return "openai";
}
