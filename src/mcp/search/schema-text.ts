import { isRecord } from "../../output/record.ts";

/** Keywords of a schema whose texts say what a tool is for. */
const TEXT_KEYS = ["title", "description"] as const;

/**
 * What a schema says in words: property names, descriptions, enum values and required names, cut at
 * `maxLength` characters. Bounded in depth, so a recursive value ends.
 */
export function schemaText(schema: unknown, maxLength: number): string {
  const words: string[] = [];
  let length = 0;
  const waiting: { value: unknown; depth: number }[] = [{ value: schema, depth: 0 }];
  for (let next = waiting.shift(); next !== undefined && length < maxLength; next = waiting.shift()) {
    const found = wordsOf(next.value);
    for (const word of found) length += word.length + 1;
    words.push(...found);
    if (next.depth < MAX_DEPTH) {
      for (const value of childrenOf(next.value)) waiting.push({ value, depth: next.depth + 1 });
    }
  }
  return words.join(" ").slice(0, maxLength);
}

const MAX_DEPTH = 24;

function wordsOf(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const words: string[] = [];
  if (isRecord(value.properties)) words.push(...Object.keys(value.properties));
  for (const key of TEXT_KEYS) {
    const text = value[key];
    if (typeof text === "string") words.push(text);
  }
  if (Array.isArray(value.enum)) words.push(...value.enum.filter((item) => typeof item === "string"));
  return words;
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  const properties = isRecord(value.properties) ? Object.values(value.properties) : [];
  const others = [value.items, value.anyOf, value.oneOf, value.allOf, value.additionalProperties];
  return [...properties, ...others].filter((child) => typeof child === "object" && child !== null);
}
