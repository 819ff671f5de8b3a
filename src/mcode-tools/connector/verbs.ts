import { connectorFaults } from "./errors.ts";
import { texts } from "./texts.ts";

export type Verb =
  | { readonly kind: "help" }
  | { readonly kind: "tools"; readonly keyword?: string }
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly args: ArgsSource }
  | { readonly kind: "auth-status" }
  | { readonly kind: "get-asset-url"; readonly nodeId: string }
  | { readonly kind: "upload-temp-url"; readonly file: string; readonly mimeType?: string };

export type ArgsSource =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  /** `-` is stdin. */
  | { readonly kind: "file"; readonly path: string };

/**
 * Reads the words behind `mcode-tools`. Strict: an unknown word or flag, a missing value and a repeated flag are
 * errors, so that a mistyped call never runs as another one.
 * @throws Fault `USAGE` (exit 2).
 */
export function parseVerb(words: readonly string[]): Verb {
  const [first, ...rest] = words;
  if (first === undefined) throw connectorFaults.usage(texts.missing("a command"));
  if (first === "--help" || first === "-h" || first === "help") return { kind: "help" };
  if (isHelp(rest)) return { kind: "help" };
  if (first === "connector") return connectorVerb(rest);
  if (first === "auth") return authVerb(rest);
  if (first === "get-asset-url") {
    const { values } = scan(rest, { most: 1, flags: [] });
    return { kind: first, nodeId: needed(values[0], "NODE_ID") };
  }
  if (first === "upload-temp-url") {
    const { values, flags } = scan(rest, { most: 1, flags: ["--mime-type"] });
    const mimeType = flags.get("--mime-type");
    return { kind: first, file: needed(values[0], "FILE"), ...(mimeType === undefined ? {} : { mimeType }) };
  }
  throw connectorFaults.usage(first === "list" ? texts.listIsNoVerb : texts.unknownVerb(first));
}

const VALUE_FLAGS = ["--keyword", "--args", "--args-file", "--mime-type"];

/** Help asked for anywhere before a value of a flag or `--`. */
function isHelp(words: readonly string[]): boolean {
  const [before, last] = [words.at(-2), words.at(-1)];
  const isValue = words.slice(0, -1).includes("--") || VALUE_FLAGS.some((flag) => flag === before);
  return (last === "--help" || last === "-h") && !isValue;
}

function connectorVerb([verb, ...rest]: readonly string[]): Verb {
  if (verb === "tools") {
    const { flags } = scan(rest, { most: 0, flags: ["--keyword"] });
    const keyword = flags.get("--keyword");
    return { kind: "tools", ...(keyword === undefined ? {} : { keyword }) };
  }
  if (verb === "tool") {
    const { values } = scan(rest, { most: 1, flags: [] });
    return { kind: "tool", name: needed(values[0], "NAME") };
  }
  if (verb === "call") {
    const { values, flags } = scan(rest, { most: 1, flags: ["--args", "--args-file"] });
    return { kind: "call", name: needed(values[0], "NAME"), args: argsSource(flags) };
  }
  if (verb === "list") throw connectorFaults.usage(texts.listIsNoVerb);
  throw connectorFaults.usage(
    verb === undefined ? texts.missing("a command") : texts.unknownVerb(`connector ${verb}`),
  );
}

function authVerb([verb, ...rest]: readonly string[]): Verb {
  if (verb !== "status") throw connectorFaults.usage(texts.unknownVerb(["auth", verb].join(" ").trim()));
  scan(rest, { most: 0, flags: [] });
  return { kind: "auth-status" };
}

function argsSource(flags: ReadonlyMap<string, string>): ArgsSource {
  const [text, path] = [flags.get("--args"), flags.get("--args-file")];
  if (text !== undefined && path !== undefined) throw connectorFaults.usage(texts.bothArgs);
  if (text !== undefined) return { kind: "text", text };
  return path === undefined ? { kind: "none" } : { kind: "file", path };
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw connectorFaults.usage(texts.missing(name));
  return value;
}

interface Scanned {
  readonly values: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
}

/** Splits words into values and `--flag VALUE` or `--flag=VALUE`; after `--` everything is a value. */
function scan(
  words: readonly string[],
  allowed: { readonly most: number; readonly flags: readonly string[] },
): Scanned {
  const values: string[] = [];
  const flags = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      values.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      values.push(word);
      continue;
    }
    const [name = word] = word.split("=", 1);
    if (!allowed.flags.includes(name)) throw connectorFaults.usage(unknownFlag(name));
    if (flags.has(name)) throw connectorFaults.usage(texts.flagTwice(name));
    const value = name === word ? words[++at] : word.slice(name.length + 1);
    if (value === undefined) throw connectorFaults.usage(texts.flagWithoutValue(name));
    flags.set(name, value);
  }
  const extra = values[allowed.most];
  if (extra !== undefined) throw connectorFaults.usage(texts.unexpected(extra));
  return { values, flags };
}

function unknownFlag(name: string): string {
  return /^--?(timeout|t)$/.test(name) ? texts.noTimeoutFlag : texts.unknownFlag(name);
}
