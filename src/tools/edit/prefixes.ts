/** What `read` puts before each line; models copy it along with the text. */
const PREFIX = /^ *\d+→/;

export type Stripped =
  | { readonly kind: "none" }
  /** Some lines carry a prefix and some do not: what was meant cannot be told. */
  | { readonly kind: "mixed" }
  | { readonly kind: "stripped"; readonly text: string };

/** Takes the line number prefixes off a text, when every line of it has one. */
export function withoutPrefixes(text: string): Stripped {
  const lines = text.split("\n");
  // A text that ends with a line end has no further line after it.
  const rest = lines.at(-1) === "" && lines.length > 1 ? lines.slice(0, -1) : lines;
  const prefixed = rest.filter((line) => PREFIX.test(line)).length;
  if (prefixed === 0) return { kind: "none" };
  if (prefixed < rest.length) return { kind: "mixed" };
  return { kind: "stripped", text: lines.map((line) => line.replace(PREFIX, "")).join("\n") };
}
