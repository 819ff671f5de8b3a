import { proposeCompletions } from "@stricli/core";
import { buildCli, commandWords, loadRoot, targetAt } from "../app.ts";
import type { CliContext, RoutingTarget } from "../context.ts";
import { globalFlagNames, globalFlagValues, splitLeadingFlags } from "../global-flags.ts";

/** What the last of the words typed so far can become; nothing where the shell's own files are the best offer. */
export async function proposalsFor(
  words: readonly string[],
  context: CliContext,
): Promise<readonly string[]> {
  const partial = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const [, flag, value] = /^(--[a-z][a-z0-9-]*)=(.*)$/isu.exec(partial) ?? [];
  if (flag !== undefined && value !== undefined) {
    const values = await proposalsFor([...before, flag, value], context);
    return values.map((proposal) => `${flag}=${proposal}`);
  }
  const { rest } = splitLeadingFlags(before);
  const [first] = rest;
  if (first === undefined && partial.startsWith("-")) return startingWith(partial, globalFlagNames());
  // A flag that waits for its value, before any command.
  if (first?.startsWith("-")) return rest.length === 1 ? startingWith(partial, globalFlagValues(first)) : [];
  const root = await loadRoot(first);
  const cli = buildCli(root, { verbose: false, words: [] });
  const proposed = await proposeCompletions(cli, [...rest, partial], context);
  const named = commandWords(root, rest);
  const target = targetAt(root, named);
  const verbs = named.length === rest.length ? startingWith(partial, defaultedVerbs(target)) : [];
  return fitting([...verbs, ...proposed.map(({ completion }) => completion)], target, partial);
}

function startingWith(partial: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(partial));
}

/** Of a group that runs something without a verb: the frame proposes that command's flags alone. */
function defaultedVerbs(target: RoutingTarget): readonly string[] {
  if (!("getAllEntries" in target) || target.getDefaultCommand() === undefined) return [];
  return target
    .getAllEntries()
    .flatMap(({ name, hidden }) => (hidden ? [] : [name["convert-camel-to-kebab"]]));
}

/** Before anything is typed flags are no help where something else can stand: a word, or a file. */
function fitting(all: readonly string[], target: RoutingTarget, partial: string): readonly string[] {
  if (partial !== "") return all.filter((word) => word !== "--" || partial === "--");
  const words = all.filter((word) => !word.startsWith("-"));
  const takesWords = "parameters" in target && target.parameters.positional !== undefined;
  return words.length > 0 || takesWords ? words : all.filter((word) => word !== "--");
}
