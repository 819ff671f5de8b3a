import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { atomicWrite } from "../config/atomic-write.ts";
import { configFault } from "../config/errors.ts";
import { CONFIG_LOCK_WAIT_MS } from "../config/limits.ts";
import { withLock } from "../config/owner.ts";
import { ensurePrivateFolder } from "../config/private-folder.ts";
import { messageOf } from "../output/fault.ts";
import { systemCode } from "../output/system-error.ts";
import { permissionFault } from "./errors.ts";
import { texts } from "./texts.ts";

/**
 * Adds rules to `permissions.allow` of config.yaml, whole or not at all. Nothing else in the file changes, not
 * even a space: the rules are spliced into its text. Who changes the file at the same time is waited for.
 * @throws Fault `rule_not_stored` when the file cannot be read as YAML or not be written.
 */
export async function rememberRules(
  file: string,
  rules: readonly string[],
  platform: NodeJS.Platform,
): Promise<void> {
  try {
    await ensurePrivateFolder(dirname(file));
    const options = { platform, waitMs: CONFIG_LOCK_WAIT_MS };
    const done = await withLock(`${file}.lock`, options, () => addRules(file, rules));
    if (done === undefined) throw configFault.configBusy(file);
  } catch (error) {
    throw permissionFault.ruleNotStored(file, messageOf(error), error);
  }
}

async function addRules(file: string, rules: readonly string[]): Promise<void> {
  const text = await textOf(file);
  const added = await withRules(text, rules);
  if (added !== text) await atomicWrite(file, added);
}

async function textOf(file: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
}

/** The text with the rules that it does not hold yet. */
export async function withRules(text: string, rules: readonly string[]): Promise<string> {
  const { isMap, isSeq, parseDocument } = await import("yaml");
  let now = text;
  for (const rule of rules) {
    const document = parseDocument(now);
    if (document.errors.length > 0) throw new Error(texts.notYaml);
    const held = document.getIn(["permissions", "allow"], true);
    if (isSeq(held) && (held.toJSON() as unknown[]).includes(rule)) continue;
    const spliced = splice(now, document, rule, { isMap, isSeq });
    const wanted = withRule(document.toJSON(), rule);
    const right = spliced !== undefined && isRight(parseDocument(spliced), wanted);
    now = right ? spliced : rewritten(document, rule);
    if (!isRight(parseDocument(now), wanted)) throw new Error(texts.notAList);
  }
  return now;
}

interface Kinds {
  isMap(node: unknown): node is YAMLMap;
  isSeq(node: unknown): node is YAMLSeq;
}

function splice(text: string, document: Document, rule: string, { isMap, isSeq }: Kinds): string | undefined {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const quoted = JSON.stringify(rule);
  const permissions = document.get("permissions", true);
  if (permissions === undefined && (document.contents === null || isBlockMap(document.contents, isMap))) {
    const start = text === "" || text.endsWith("\n") ? text : text + end;
    return `${start}permissions:${end}  allow:${end}    - ${quoted}${end}`;
  }
  const root = document.contents;
  if (!isMap(root)) return undefined;
  if (!isMap(permissions)) return behindKey(text, root, "permissions", [`  allow:`, `    - ${quoted}`], end);
  const allow = permissions.get("allow", true);
  if (isSeq(allow)) return spliceItem(text, allow, quoted, end);
  const at = (permissions.items[0] as KeyedPair | undefined)?.key.range?.[0];
  if (permissions.flow || at === undefined) {
    const item = `allow: [${quoted}]`;
    return allow === undefined ? beforeClose(text, permissions, item, permissions.items.length) : undefined;
  }
  const indent = " ".repeat(columnOf(text, at));
  if (allow !== undefined) return behindKey(text, permissions, "allow", [`${indent}  - ${quoted}`], end);
  return `${text.slice(0, at)}allow:${end}${indent}  - ${quoted}${end}${indent}${text.slice(at)}`;
}

type KeyedPair = Pair<Scalar, Node | null>;

/** Lines below a key that has no value yet; a comment behind the key stays where it is. */
function behindKey(
  text: string,
  map: YAMLMap,
  name: string,
  lines: readonly string[],
  end: string,
): string | undefined {
  const pair = map.items.find((item) => (item as KeyedPair).key.value === name) as KeyedPair | undefined;
  const at = pair?.key.range?.[1];
  if (at === undefined || pair?.value?.toJSON() !== null) return undefined;
  const line = text.indexOf("\n", at);
  const added = lines.map((added) => added + end).join("");
  return line === -1 ? text + end + added : text.slice(0, line + 1) + added + text.slice(line + 1);
}

function isBlockMap(contents: unknown, isMap: Kinds["isMap"]): boolean {
  return isMap(contents) && contents.flow !== true;
}

function spliceItem(text: string, allow: YAMLSeq, quoted: string, end: string): string | undefined {
  if (allow.flow) return beforeClose(text, allow, quoted, allow.items.length);
  const last = allow.items.at(-1) as Node | undefined;
  const [start, valueEnd] = last?.range ?? [];
  if (start === undefined || valueEnd === undefined) return undefined;
  const dash = text.lastIndexOf("-", start - 1);
  const line = text.indexOf("\n", valueEnd - 1);
  const item = `${" ".repeat(columnOf(text, dash))}- ${quoted}`;
  return line === -1
    ? `${text}${end}${item}${end}`
    : `${text.slice(0, line + 1)}${item}${end}${text.slice(line + 1)}`;
}

function beforeClose(text: string, flow: YAMLMap | YAMLSeq, item: string, items: number): string | undefined {
  const close = flow.range === undefined || flow.range === null ? undefined : flow.range[1] - 1;
  if (close === undefined || !"]}".includes(text.charAt(close))) return undefined;
  const kept = text.slice(0, close).trimEnd();
  const comma = items === 0 || kept.endsWith(",") ? "" : ",";
  const space = items === 0 ? "" : " ";
  return kept + comma + space + item + text.slice(kept.length);
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** Where splicing does not fit (an alias, an empty value): the library writes the file, comments included. */
function rewritten(document: Document, rule: string): string {
  const held = document.getIn(["permissions", "allow"]);
  if (held === undefined || held === null)
    document.setIn(["permissions", "allow"], document.createNode([rule]));
  else document.addIn(["permissions", "allow"], rule);
  return document.toString({ lineWidth: 0 });
}

function isRight(document: Document, wanted: unknown): boolean {
  return document.errors.length === 0 && isDeepStrictEqual(document.toJSON(), wanted);
}

/** What the configuration must say afterwards. */
function withRule(config: unknown, rule: string): unknown {
  const root = (config ?? {}) as Record<string, unknown>;
  const permissions = (root.permissions ?? {}) as Record<string, unknown>;
  const allow = (permissions.allow ?? []) as unknown[];
  return { ...root, permissions: { ...permissions, allow: [...allow, rule] } };
}
