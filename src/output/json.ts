import { escapeHidden } from "./visible.ts";

/** Most documents are ASCII and arrows; only others need the look for what hides, which costs its time. */
const SHOWN = /^[\n -~\u2190-\u21ff]*$/;

/**
 * One JSON document for stdout or a file that people review: two spaces, keys in the order given, a final newline, what
 * hides or moves text written as an escape. Same value, same bytes.
 */
export function jsonDocument(value: unknown): string {
  const json = `${wellFormed(JSON.stringify(value, null, 2))}\n`;
  return SHOWN.test(json) ? json : escapeHidden(json, "json");
}

/** One object of a stream: a single line with its end. */
export function jsonLine(value: unknown): string {
  return `${wellFormed(JSON.stringify(value))}\n`;
}

/** A JSON value whose texts hold whole characters only; the same one where nothing had to be changed. */
export function wellFormedValue<T>(value: T): T {
  const json = JSON.stringify(value);
  const whole = wellFormed(json);
  return whole === json ? value : (JSON.parse(whole) as T);
}

/** Half of a surrogate pair, which a model may send, is written as an escape that many readers of JSON refuse. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:\\|ud[89a-f][0-9a-f]{2})/g, (found) => (found === "\\\\" ? found : "\\ufffd"));
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
