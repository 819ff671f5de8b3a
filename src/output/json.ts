/** One JSON document for stdout: two spaces, keys in the order given, a final newline. Same value, same bytes. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One object of a stream: a single line with its end. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The same bytes for equal values however their keys are ordered: for hashes and comparisons. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, item: unknown) => (isPlainObject(item) ? sorted(item) : item)) ?? "null"
  );
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
