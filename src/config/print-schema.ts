import type { TSchema } from "@sinclair/typebox";

/**
 * A schema of this program as JSON Schema 2020-12 for others: words that only our errors use are left out, and
 * what has a default need not be written.
 */
export function printableSchema(title: string, schema: TSchema): Record<string, unknown> {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title, ...printable(schema) };
}

function printable(schema: TSchema): Record<string, unknown> {
  const printed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "expects") continue;
    if (key === "required") printed[key] = value.filter((name: string) => !hasDefault(schema, name));
    else printed[key] = printableValue(value);
  }
  return printed;
}

function printableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(printableValue);
  return typeof value === "object" && value !== null ? printable(value as TSchema) : value;
}

function hasDefault(schema: TSchema, name: string): boolean {
  return schema.properties?.[name]?.default !== undefined;
}
