import type { Command } from "@stricli/core";
import type { CliContext, RoutingTarget } from "./context.ts";
import { isHelp } from "./global-flags.ts";

/**
 * The command that runs for `given`, the words behind its name, without the flags that they do not name:
 * stricli looks at each flag that a command has, which for 28 of them takes as long as an empty program.
 * Undefined where no command runs (help, a group without a verb).
 */
export function directCommand(
  target: RoutingTarget,
  given: readonly string[],
): Command<CliContext> | undefined {
  if (given.some(isHelp)) return undefined;
  const command = "getDefaultCommand" in target ? target.getDefaultCommand() : target;
  return command === undefined ? undefined : withNamedFlags(command, given);
}

type Flags = NonNullable<Command<CliContext>["parameters"]["flags"]>;

function withNamedFlags(command: Command<CliContext>, given: readonly string[]): Command<CliContext> {
  const { flags = {}, aliases = {} } = command.parameters;
  const named = new Set<string | undefined>(Object.values(aliases));
  for (const word of given) {
    if (!word.startsWith("--") || word === "--") continue;
    const flag = flagOf(word, flags);
    // A word that is none: what is meant is looked for among all.
    if (flag === undefined) return command;
    named.add(flag);
  }
  const kept = Object.entries(flags).filter(([name, flag]) => named.has(name) || !mayBeLeftOut(flag));
  return { ...command, parameters: { ...command.parameters, flags: Object.fromEntries(kept) } };
}

/** The name in the definition of a flag as typed: `--max-bytes=1`, `--maxBytes`, `--no-max-bytes`. */
function flagOf(word: string, flags: Flags): string | undefined {
  const typed = word.slice(2).split("=", 1)[0] ?? "";
  const name = typed.replaceAll(/-./g, ([, letter]) => (letter ?? "").toUpperCase());
  const negated = name.replace(/^no([A-Z])/, (_, letter: string) => letter.toLowerCase());
  return [typed, name, negated].find((candidate) => Object.hasOwn(flags, candidate));
}

function mayBeLeftOut(flag: Flags[string]): boolean {
  return flag.optional === true && !("default" in flag && flag.default !== undefined);
}
