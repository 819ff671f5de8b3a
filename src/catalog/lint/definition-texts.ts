import type { ToolDefinition } from "../../contract/tool.ts";
import { escapePointer } from "../providers/schema.ts";

/** The vocabulary of schemas itself: most keys and many values, and nothing that anybody could hide. */
const VOCABULARY = new Set(
  [
    "type properties description title items required enum default additionalProperties anyOf oneOf allOf format",
    "minimum maximum minLength maxLength minItems maxItems pattern examples const $schema $ref $defs definitions",
    "object array string number integer boolean null",
  ].flatMap((words) => words.split(" ")),
);

export interface DefinitionText {
  readonly pointer: string;
  readonly text: string;
}

/** Every text of a definition that a model reads: names, descriptions, keys, enums, defaults, examples. */
export function* textsOf({ name, description, schema }: ToolDefinition): Generator<DefinitionText> {
  yield { pointer: "/name", text: name };
  yield { pointer: "/description", text: description };
  const waiting: { pointer: string; value: unknown }[] = [{ pointer: "/schema", value: schema }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { pointer, value } = next;
    if (typeof value === "string" && !VOCABULARY.has(value)) yield { pointer, text: value };
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      const below = `${pointer}/${escapePointer(key)}`;
      if (!Array.isArray(value) && !VOCABULARY.has(key)) yield { pointer: below, text: key };
      waiting.push({ pointer: below, value: inner });
    }
  }
}
