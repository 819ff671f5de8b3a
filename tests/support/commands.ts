import type { Command } from "@stricli/core";
import { loadRoot } from "../../src/cli/app.ts";
import type { CliContext, RoutingTarget } from "../../src/cli/context.ts";

export interface NamedCommand {
  readonly words: readonly string[];
  readonly command: Command<CliContext>;
}

/** Every command that people see, with the words that name it; groups are not among them. */
export async function everyCommand(): Promise<readonly NamedCommand[]> {
  const walk = (target: RoutingTarget, words: readonly string[]): NamedCommand[] => {
    if (!("getAllEntries" in target)) return [{ words, command: target }];
    return target
      .getAllEntries()
      .filter((entry) => !entry.hidden)
      .flatMap((entry) => walk(entry.target, [...words, entry.name["convert-camel-to-kebab"]]));
  };
  return walk(await loadRoot(undefined), []);
}

type FlagParameters = NonNullable<Command<CliContext>["parameters"]["flags"]>;

/** The flags of a command as they are typed, with their definitions. */
export function flagsOf({ command }: NamedCommand): readonly (readonly [string, FlagParameters[string]])[] {
  return Object.entries(command.parameters.flags ?? {}).map(
    ([name, flag]) =>
      [`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, flag] as const,
  );
}
