import type { MapEntry, MapNode } from "./source-node.ts";

/**
 * `key: text` on one line, the text a plain scalar that YAML cannot read as anything but text. Character ranges
 * instead of Unicode classes: those take a millisecond to compile.
 */
const PLAIN_LINE =
  /^([A-Za-z][A-Za-z0-9_-]*):( +)([A-Za-z\u00c0-\u024f\u3041-\ud7a3](?:[ -~\u00a1-\u2027\u2030-\ud7ff]*[!-~\u00a1-\u1fff\u2030-\u2fff\u3001-\ud7ff])?)$/;
/** A comment or a map inside the text; a colon at its end. */
const AMBIGUOUS = /: | #|:$/;
const NO_TEXT = /^(?:null|true|false)$/i;

/**
 * Reads a head that is nothing but such lines, as `parseYaml` would; undefined for any other. It is what most
 * skills have, and listing tools must not load a YAML library for them.
 */
export function plainHead(text: string, shift: number): MapNode | undefined {
  const entries = new Map<string, MapEntry>();
  let at = shift;
  for (const line of text.split("\n")) {
    const [, key, gap, value] = PLAIN_LINE.exec(line) ?? [];
    if (key === undefined || gap === undefined || value === undefined) return undefined;
    if (AMBIGUOUS.test(value) || NO_TEXT.test(value) || NO_TEXT.test(key) || entries.has(key))
      return undefined;
    const offset = at + key.length + 1 + gap.length;
    entries.set(key, { key, keyOffset: at, value: { kind: "scalar", offset, value } });
    at += line.length + 1;
  }
  return { kind: "map", offset: shift, entries: [...entries.values()] };
}
