import { escapeHidden, hasHidden } from "../../output/visible.ts";
import type { CatalogDocument } from "../document.ts";

/**
 * The JSON document as YAML 1.2, written as people write it: blocks, plain texts where nothing can read them as
 * something else, texts of several lines as such. What hides or moves text is an escape in double quotes. Written here
 * because a document can hold a schema of megabytes, over which a YAML library takes seconds.
 */
export function renderYaml(document: CatalogDocument): string {
  const lines: string[] = [];
  writeBlock(JSON.parse(JSON.stringify(document)), "", lines);
  return `${lines.join("\n")}\n`;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Lines of a map or list that is not empty, each behind `indent`. */
function writeBlock(value: Json, indent: string, lines: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) writeItem(item, indent, lines);
    return;
  }
  for (const [key, item] of Object.entries(value as Readonly<Record<string, Json>>)) {
    writeEntry(key, item, { indent, lines });
  }
}

function writeItem(item: Json, indent: string, lines: string[]): void {
  const inner = `${indent}  `;
  if (!isBlock(item)) {
    lines.push(`${indent}- ${scalar(item, inner)}`);
    return;
  }
  const first = lines.length;
  writeBlock(item, inner, lines);
  // The first line of what is in it stands behind the dash.
  lines[first] = `${indent}- ${lines[first]?.slice(inner.length)}`;
}

function writeEntry(
  key: string,
  item: Json,
  { indent, lines }: { readonly indent: string; readonly lines: string[] },
): void {
  const inner = `${indent}  `;
  const name = oneLine(key);
  const long = name.length > LONGEST_KEY;
  if (long) lines.push(`${indent}? ${name}`);
  const head = long ? `${indent}:` : `${indent}${name}:`;
  if (!isBlock(item)) {
    lines.push(`${head} ${scalar(item, inner)}`);
    return;
  }
  lines.push(head);
  writeBlock(item, inner, lines);
}

/** Readers take a key before its colon of at most 1,024 characters (YAML 1.2, "implicit keys"). */
const LONGEST_KEY = 1_000;

function isBlock(value: Json): value is readonly Json[] | { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function scalar(value: Json, indent: string): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value.includes("\n") && isBlockText(value) ? blockText(value, indent) : oneLine(value);
}

/** A text whose lines can stand as they are: none begins or ends with what a reader takes for layout. */
function isBlockText(text: string): boolean {
  return /^\S/.test(text) && !/\n[ \t]+(?:\n|$)|\n\n$|\t/.test(text) && !hasHidden(text);
}

function blockText(text: string, indent: string): string {
  const ended = text.endsWith("\n");
  const lines = (ended ? text.slice(0, -1) : text).split("\n");
  const shown = lines.map((line) => (line === "" ? "" : indent + line));
  return `${ended ? "|" : "|-"}\n${shown.join("\n")}`;
}

/** A letter first, so that it is no number; neither layout nor the sign of a map or a comment in it. */
const PLAIN_START = /^[\p{L}_$/]/u;
const LAYOUT = /:(?=\s|$)|\s#|\s$|[\n\t]/;
/** What readers, older ones too, take for something else than text. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

function oneLine(text: string): string {
  const hidden = hasHidden(text);
  if (!hidden && PLAIN_START.test(text) && !LAYOUT.test(text) && !NO_TEXT.test(text)) return text;
  if (!hidden && text.includes('"') && !/['\n\t]/.test(text)) return `'${text}'`;
  const quoted = JSON.stringify(text);
  return hidden ? escapeHidden(quoted, "yaml") : quoted;
}
