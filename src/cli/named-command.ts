import { routes, singles } from "./commands/routes.ts";
import type { RoutingTarget, RunnableCommand } from "./context.ts";

export interface NamedCommand {
  /** Undefined where none runs: no word, a word that names none, a group that does nothing without a verb. */
  readonly command?: RunnableCommand;
  /** The words that name it (`mcp add` is two). */
  readonly words: readonly string[];
}

/** The command that the first words name; of a group without a verb its default one. */
export async function namedCommand(line: readonly string[]): Promise<NamedCommand> {
  const single = await singleCommand(line);
  if (single !== undefined) return single;
  const [first = ""] = line;
  let target: RoutingTarget | undefined = Object.hasOwn(routes, first) ? await routes[first]?.() : undefined;
  let count = 1;
  while (target !== undefined && "getRoutingTargetForInput" in target) {
    const word = line[count];
    const next: RoutingTarget | undefined =
      word === undefined ? undefined : target.getRoutingTargetForInput(word);
    if (next === undefined) target = target.getDefaultCommand();
    else {
      target = next;
      count += 1;
    }
  }
  return { command: target, words: target === undefined ? [] : line.slice(0, count) };
}

async function singleCommand(line: readonly string[]): Promise<NamedCommand | undefined> {
  const [first = "", second] = line;
  const words = second === undefined || second.startsWith("-") ? [first] : [first, second];
  const name = words.join(" ");
  const load = Object.hasOwn(singles, name) ? singles[name] : undefined;
  return load && { command: await load(), words };
}
