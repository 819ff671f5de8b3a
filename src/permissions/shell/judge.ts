import type { CommandRule } from "../rules/types.ts";
import { ANY_RUN, matchesWildcards } from "../rules/wildcards.ts";
import { codeHazard, settingHazard } from "./hazards.ts";
import { lookThrough } from "./look-through.ts";
import { isSeveral } from "./loose-words.ts";
import { programName, type Words } from "./program-name.ts";
import { HOLE, type ShellScript, type SimpleCommand } from "./types.ts";
import { isCodeVariable, isHarmlessName } from "./variables.ts";

/** Wrappers inside wrappers: deeper ones are not looked through but refused. */
const MAX_LAYERS = 16;
/** After one of these a relative path starts somewhere else. */
const MOVES: readonly string[] = ["cd", "pushd", "popd", "chdir"];

/** What a whole command line runs, with everything that is looked through. */
export interface Understood {
  readonly commands: readonly UnderstoodCommand[];
  /** Why something in it cannot be told: no rule allows it, and it is denied while a bash deny rule exists. */
  readonly unresolved: string | undefined;
  /** Why no rule allows it although it is clear. */
  readonly unallowable: string | undefined;
  /** Whether a relative path may start somewhere else than where the command line starts. */
  readonly moves: boolean;
}

export interface UnderstoodCommand {
  /** As typed, words one space apart; what allow rules compare. */
  readonly typed: string;
  /** Each text under which a deny rule may know it, or what it runs. */
  readonly known: readonly string[];
}

/** Works out, from the parsed line alone, what would run. */
export function understand(script: ShellScript): Understood {
  const unresolved: string[] = [];
  const unallowable: string[] = [];
  for (const { name, loop, digits } of script.assignments) {
    if (isCodeVariable(name, digits)) unresolved.push(`an assignment to ${name}`);
    if (!loop) unallowable.push("an assignment");
    else if (!isHarmlessName(name)) unallowable.push(`a loop that sets ${name}`);
  }
  if (script.functions.length > 0) unallowable.push("a function, which changes what a name means");
  const found: Found = { unresolved, unallowable, programs: new Set() };
  const commands = script.commands.map((command) => understandCommand(command, found));
  const moves = script.functions.length > 0 || MOVES.some((name) => found.programs.has(name));
  return { commands, unresolved: unresolved[0], unallowable: unallowable[0], moves };
}

/** What the commands of a line, looked through, add to the verdict on it. */
interface Found {
  readonly unresolved: string[];
  readonly unallowable: string[];
  readonly programs: Set<string>;
}

function understandCommand(command: SimpleCommand, found: Found): UnderstoodCommand {
  const { unresolved } = found;
  const typed = command.words.map((word) => word.typed).join(" ");
  const known = new Set([typed]);
  const layers: { words: Words; depth: number }[] = [{ words: valuesOf(command), depth: 0 }];
  for (const { words, depth } of layers) {
    const direct = depth === 0 && command.words[0]?.typed === words[0];
    const name = programName(words[0]);
    const hazard = codeHazard({ words, name, direct });
    if (hazard !== undefined) unresolved.push(hazard);
    const setting = settingHazard(name, words);
    if (setting !== undefined) found.unallowable.push(setting);
    found.programs.add(name ?? "");
    for (const text of namesOf(name, words)) known.add(text);
    const inner = lookThrough(name, words);
    if (inner.unresolved !== undefined) unresolved.push(inner.unresolved);
    if (depth === MAX_LAYERS && inner.commands.length > 0)
      unresolved.push("too many programs that run others");
    else if (inner.commands.length > 0)
      layers.push(...inner.commands.map((inside) => ({ words: inside, depth: depth + 1 })));
    if (layers.length > 1000) unresolved.push("too many programs that run others");
    if (layers.length > 1000) break;
  }
  return { typed, known: [...known] };
}

function valuesOf(command: SimpleCommand): Words {
  return command.words.map((word) => word.value);
}

function namesOf(name: string | undefined, words: Words): string[] {
  const [first = ""] = words;
  const plain = words.join(" ");
  return name === undefined || name === first ? [plain] : [plain, name + plain.slice(first.length)];
}

/** Whether an allow rule covers a command: as typed, and nothing in it that a pattern's text could not show. */
export function allows(rule: CommandRule, command: UnderstoodCommand): boolean {
  return matchesWildcards(rule.pattern, command.typed);
}

/** Whether a deny rule covers a command, or may: what only running tells counts as whatever would match. */
export function denies(rule: CommandRule, command: UnderstoodCommand): boolean {
  const patterns = remembered(rule);
  return command.known.some((text) => {
    if (patterns.some((pattern) => mayMatch(pattern, text))) return true;
    const folded = foldHead(text);
    return folded !== text && patterns.some((pattern) => mayMatch(pattern, folded));
  });
}

const DENYING = new WeakMap<CommandRule, readonly string[]>();

/** A rule is asked about every command, and its patterns stay the same. */
function remembered(rule: CommandRule): readonly string[] {
  const known = DENYING.get(rule) ?? denyingPatterns(rule.pattern);
  DENYING.set(rule, known);
  return known;
}

/** As written, without regard to the program's case, and by its base name: `/bin/rm*` also forbids `rm`. */
function denyingPatterns(pattern: string): readonly string[] {
  const folded = foldHead(pattern);
  const head = folded.slice(0, headEnd(folded));
  const base = head.includes("/") ? programName(head) : undefined;
  const based = base === undefined ? [] : [base + folded.slice(head.length)];
  return [...new Set([pattern, folded, ...based])];
}

/** Names of programs do not differ by case on macOS and Windows. */
function foldHead(text: string): string {
  const end = headEnd(text);
  return text.slice(0, end).toLowerCase() + text.slice(end);
}

/** Where the word for the program ends, or its wildcard starts. */
function headEnd(text: string): number {
  let end = 0;
  while (end < text.length && text.charCodeAt(end) !== 0x20 && text[end] !== ANY_RUN) end += 1;
  return end;
}

function mayMatch(pattern: string, text: string): boolean {
  const hole = text.indexOf(HOLE);
  if (hole === -1) return matchesWildcards(pattern, text);
  const prefix = text.slice(0, hole);
  const star = pattern.indexOf(ANY_RUN);
  const head = star === -1 ? pattern : pattern.slice(0, star);
  // What may be no word at all leaves no space behind either.
  if (isSeveral(text.slice(hole, hole + 2)) && head.startsWith(prefix.trimEnd())) return true;
  if (prefix.length <= head.length) return head.startsWith(prefix);
  return star !== -1 && prefix.startsWith(head);
}
