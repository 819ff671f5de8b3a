import type { Parser } from "web-tree-sitter";
import { Cursor } from "./cursor.ts";
import { ListReader } from "./list-reader.ts";
import { type CommandPlace, commandsInTree } from "./tree-commands.ts";
import { type ShellScript, type SimpleCommand, Unreadable } from "./types.ts";

/** UTF-16 units; a longer command is not read, so rules never allow it. */
export const MAX_COMMAND = 65_536;
/** Milliseconds that the grammar may take; a text made to confuse it is then unreadable. */
const PARSE_BUDGET_MS = 500;
/** Anything but a line feed and a tab: shells and the grammar do not agree on what these separate. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** In East Asian locales that are not UTF-8 the shell takes these two for the second half of a character. */
const SWALLOWED = /[^\x00-\x7f][\\`]/;

export type ReadCommand =
  | {
      readonly ok: true;
      readonly script: ShellScript;
      /** Other shells read something in it differently. */
      readonly onlyBash: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** The bytes of the two parts: the machine that runs grammars, and the grammar of bash. */
export interface GrammarBytes {
  readonly machine: Uint8Array;
  readonly bash: Uint8Array;
}

/** One parser for the program: it holds no state between commands, and loading it is the expensive part. */
let loaded: Promise<Parser> | undefined;

/**
 * Reads a command line; the parser is loaded with the first one. Never throws for a command: what cannot be read
 * with certainty comes back with the reason.
 */
export async function readCommand(command: string, load: () => GrammarBytes): Promise<ReadCommand> {
  const early = unreadableText(command);
  if (early !== undefined) return { ok: false, reason: early };
  try {
    const reader = new ListReader(new Cursor(command));
    const script = reader.read();
    loaded ??= loadParser(load());
    checkAgainstGrammar(command, reader, await loaded);
    return { ok: true, script, onlyBash: reader.onlyBash };
  } catch (error) {
    // A grammar that ran out of its machine's memory leaves it in doubt: the next command gets a new one.
    if (!(error instanceof Unreadable)) loaded = undefined;
    return {
      ok: false,
      reason: error instanceof Unreadable ? error.message : "more than the parser can hold",
    };
  }
}

function unreadableText(command: string): string | undefined {
  if (command.length > MAX_COMMAND) return "a command that is too long";
  if (CONTROL.test(command)) return "a control character";
  if (SWALLOWED.test(command)) return "a character that some locales read together with the next one";
  return command.isWellFormed() ? undefined : "half a character";
}

/**
 * The grammar takes five times as long for a pipeline as for a list of the same commands, so it gets `;` where
 * the reader found a pipe: every word keeps its place. Where the reader was wrong about one, the grammar still
 * finds other commands than it did. Here-documents are left alone: their grammar hangs on what follows.
 */
function withoutPipes(command: string, { pipes, hasHeredoc }: ListReader): string {
  if (hasHeredoc || pipes.length === 0) return command;
  let text = "";
  let from = 0;
  for (const pipe of pipes) {
    const length = command.charAt(pipe + 1) === "&" ? 2 : 1;
    text += `${command.slice(from, pipe)};${" ".repeat(length - 1)}`;
    from = pipe + length;
  }
  return text + command.slice(from);
}

/**
 * The grammar breaks `X=$A:$B/c` in two, and loses the `-` of `cat - <<EOF`. A variable is part of its word
 * whatever it is called, `_A` has its length, and a dash alone is a word like `_`.
 */
function plainer(command: string, { variables, dashes, hasHeredoc }: ListReader): string {
  let text = "";
  let from = 0;
  for (const at of [...dashes, ...(hasHeredoc ? [] : variables)].sort((a, b) => a - b)) {
    text += `${command.slice(from, at)}_`;
    from = at + 1;
  }
  return text + command.slice(from);
}

async function loadParser(bytes: GrammarBytes): Promise<Parser> {
  const { Parser: Machine, Language } = await import("web-tree-sitter");
  await Machine.init({ wasmBinary: bytes.machine });
  const parser = new Machine();
  parser.setLanguage(await Language.load(bytes.bash));
  return parser;
}

/**
 * The grammar must find the very same commands: where two readers differ, nobody knows what would run.
 * @throws Unreadable
 */
function checkAgainstGrammar(command: string, reader: ListReader, parser: Parser): void {
  const text = withoutPipes(command, reader);
  try {
    checkText(text, reader.script, parser);
  } catch (error) {
    const other = plainer(text, reader);
    if (!(error instanceof Unreadable) || other === text) throw error;
    checkText(other, reader.script, parser);
  }
}

function checkText(command: string, script: ShellScript, parser: Parser): void {
  const deadline = performance.now() + PARSE_BUDGET_MS;
  const tree = parser.parse(command, null, { progressCallback: () => performance.now() > deadline });
  if (tree === null) {
    parser.reset();
    throw new Unreadable("a command that takes too long to parse");
  }
  try {
    const expected = script.commands.map(placeOf).sort(byPlace);
    const found = commandsInTree(tree.rootNode, command).sort(byPlace);
    if (!samePlaces(expected, found)) throw new Unreadable("a command that can be read in two ways");
  } finally {
    tree.delete();
  }
}

function placeOf({ words }: SimpleCommand): CommandPlace {
  const first = words[0];
  const last = words.at(-1);
  if (first?.typed === "[" && last !== undefined) return [first.start, last.end];
  const place: number[] = [];
  for (const { start, end } of words) place.push(start, end);
  return place;
}

function samePlaces(some: readonly CommandPlace[], others: readonly CommandPlace[]): boolean {
  return some.length === others.length && some.every((place, at) => byPlace(place, others[at] ?? []) === 0);
}

/** Orders places; 0 only for equal ones. */
function byPlace(one: CommandPlace, other: CommandPlace): number {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
