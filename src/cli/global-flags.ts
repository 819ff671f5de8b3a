import type { FaultText } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import { text } from "./commands/flag-parsers.ts";
import { texts } from "./texts.ts";

/**
 * Flags that hold on every command. A command spreads `globalFlags` into its own; they may also stand before
 * the command's name (`turnkit --workspace x catalog`).
 */
export interface GlobalFlags {
  readonly config?: string;
  readonly strictConfig?: boolean;
  readonly dataDir?: string;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly color?: ColorChoice;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export type ColorChoice = "auto" | "always" | "never";

/** Stricli's definitions of the global flags; hidden in a command's help, told in `turnkit --help`. */
export const globalFlags = {
  config: {
    kind: "parsed",
    parse: text,
    brief: "Configuration file (must exist)",
    placeholder: "FILE",
    optional: true,
    hidden: true,
  },
  strictConfig: {
    kind: "boolean",
    brief: "Refuse a configuration with warnings",
    optional: true,
    hidden: true,
    withNegated: false,
  },
  dataDir: {
    kind: "parsed",
    parse: text,
    brief: "Data folder",
    placeholder: "DIR",
    optional: true,
    hidden: true,
  },
  workspace: {
    kind: "parsed",
    parse: text,
    brief: "Folder to work in",
    placeholder: "DIR",
    optional: true,
    hidden: true,
  },
  json: {
    kind: "boolean",
    brief: "Short for --format json",
    optional: true,
    hidden: true,
    withNegated: false,
  },
  color: {
    kind: "enum",
    values: ["auto", "always", "never"],
    brief: "Colours",
    optional: true,
    hidden: true,
  },
  quiet: {
    kind: "boolean",
    brief: "No warnings or progress",
    optional: true,
    hidden: true,
    withNegated: false,
  },
  verbose: {
    kind: "boolean",
    brief: "More detail in errors",
    optional: true,
    hidden: true,
    withNegated: false,
  },
} as const;

const { json: _, ...plain } = globalFlags;

export type PlainFlags = Omit<GlobalFlags, "json">;

/** Of a command whose answer is no document: it has no JSON. */
export const plainFlags = plain;

export const textOrJson = {
  kind: "enum",
  values: ["text", "json"],
  brief: "Default: text",
  optional: true,
} as const;

/** Of a command that prints its answer as text or as a JSON document. */
export const documentFlags = { ...globalFlags, format: textOrJson } as const;

/** What is wrong with a word in the place of a command that is a flag; undefined for anything else. */
export function leadingFault(word: string | undefined): FaultText | undefined {
  if (word === undefined || !word.startsWith("-") || isHelp(word)) return undefined;
  const hint = texts.seeHelp("turnkit");
  if (WITH_VALUE.has(word)) return { what: texts.flagNeedsValue, where: word, hint };
  const near = word.toLowerCase() === "-v" ? ["--version", "--verbose"] : nearest(word, globalFlagNames());
  return {
    what: texts.unknownLeadingFlag(word),
    where: word,
    hint: near.length === 0 ? hint : texts.didYouMean(near),
  };
}

/**
 * `--flag=` and `--flag=VALUE` of several lines as two words: the frame takes a value behind `=` only when it is one
 * line and not empty, and the word for a file otherwise.
 */
export function withValuesApart(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return words.flatMap((word, at) => {
    const apart = (end === -1 || at < end) && /^--[a-z][a-z0-9-]*=(?:$|.*[\n\r\u2028\u2029])/isu.test(word);
    const equals = word.indexOf("=");
    return apart ? [word.slice(0, equals), word.slice(equals + 1)] : [word];
  });
}

/** Whether a word asks for help. */
export function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/** Global flags that take a value, as typed. */
const WITH_VALUE = new Set(["--config", "--data-dir", "--workspace", "--color"]);
const WITHOUT_VALUE = new Set(["--strict-config", "--json", "--quiet", "--verbose"]);

/** As typed, and the two that stand in no command. */
export function globalFlagNames(): readonly string[] {
  return [...WITH_VALUE, ...WITHOUT_VALUE, "--help", "--version"];
}

/** The values of a global flag that has a few. */
export function globalFlagValues(flag: string): readonly string[] {
  return flag === "--color" ? globalFlags.color.values : [];
}

/** Takes the global flags off that stand before the command's name; stricli reads them behind it. */
export function splitLeadingFlags(argv: readonly string[]): {
  readonly leading: readonly string[];
  readonly rest: readonly string[];
} {
  let at = 0;
  for (let arg = argv[at]; arg !== undefined; arg = argv[at]) {
    const name = arg.split("=", 1)[0] ?? arg;
    if (WITHOUT_VALUE.has(arg) || (WITH_VALUE.has(name) && arg.includes("="))) at += 1;
    else if (WITH_VALUE.has(arg) && argv[at + 1] !== undefined) at += 2;
    else break;
  }
  return { leading: argv.slice(0, at), rest: argv.slice(at) };
}
