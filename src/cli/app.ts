import {
  type Application,
  ArgumentScannerError,
  buildApplication,
  buildRouteMap,
  type Command,
  help,
  type PartialApplicationConfiguration,
  type RouteMap,
  text_en,
} from "@stricli/core";
import { ExitCode } from "../output/exit-codes.ts";
import { isFault } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import { argumentFault } from "./argument-fault.ts";
import { hiddenRoutes, routes } from "./commands/routes.ts";
import type { CliContext, RoutingTarget } from "./context.ts";
import { errorLines, faultLines } from "./error-lines.ts";
import { texts } from "./texts.ts";

/**
 * The commands that a command line needs: the one that `word` names alone, or all of them for help,
 * completions and a word that names none.
 */
export async function loadRoot(word: string | undefined): Promise<RouteMap<CliContext>> {
  const known = word !== undefined && Object.hasOwn(routes, word);
  const names = known ? [word] : Object.keys(routes);
  const loaded: Record<string, RoutingTarget> = {};
  for (const name of names) {
    const load = routes[name];
    if (load !== undefined) loaded[name] = await load();
  }
  const hideRoute = Object.fromEntries(names.map((name) => [name, hiddenRoutes[name] === true]));
  return buildRouteMap({
    routes: loaded,
    docs: { brief: texts.brief, fullDescription: texts.description, hideRoute },
  });
}

export interface CliOptions {
  /** Tell more of a failure. */
  readonly verbose: boolean;
  /** The words that name the command. */
  readonly words: readonly string[];
}

/** The command-line application. */
export function buildCli(root: RouteMap<CliContext>, options: CliOptions): Application<CliContext> {
  return buildApplication(root, configuration(root, options), {
    help: help({
      brief: "Print help and exit",
      formatting: {
        useAliasInUsageLine: false,
        onlyRequiredInUsageLine: true,
        caseStyle: "convert-camel-to-kebab",
      },
    }),
  });
}

/** The application that runs one command of `root`, whose name has been read; it takes the words behind it. */
export function buildDirectCli(
  root: RouteMap<CliContext>,
  command: Command<CliContext>,
  options: CliOptions,
): Application<CliContext> {
  return buildApplication(command, configuration(root, options), {});
}

function configuration(
  root: RouteMap<CliContext>,
  { verbose, words }: CliOptions,
): PartialApplicationConfiguration {
  const failure = (error: unknown): string => errorLines(error, verbose);
  const command = ["turnkit", ...words].join(" ");
  return {
    name: "turnkit",
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    documentation: { disableAnsiColor: true },
    localization: {
      text: {
        ...text_en,
        noCommandRegisteredForInput: ({ input }) =>
          unknownCommand(input, listed(targetAt(root, words)), command),
        exceptionWhileParsingArguments: (error) =>
          error instanceof ArgumentScannerError
            ? faultLines(argumentFault(error, command, listed(targetAt(root, words))))
            : failure(error),
        exceptionWhileLoadingCommandFunction: failure,
        exceptionWhileLoadingCommandContext: failure,
        exceptionWhileRunningCommand: failure,
        commandErrorResult: failure,
      },
    },
    determineExitCode: (error) => (isFault(error) ? error.exit : ExitCode.failed),
  };
}

/** The words at the start of `rest` that name a command (`mcp add` is two). */
export function commandWords(root: RouteMap<CliContext>, rest: readonly string[]): readonly string[] {
  let target: RoutingTarget = root;
  let count = 0;
  for (const word of rest) {
    if (!("getRoutingTargetForInput" in target)) break;
    const next: RoutingTarget | undefined = target.getRoutingTargetForInput(word);
    if (next === undefined) break;
    target = next;
    count += 1;
  }
  return rest.slice(0, count);
}

/** The verbs of a command that does nothing without one; undefined for every other. */
export function verbsOf(root: RouteMap<CliContext>, words: readonly string[]): readonly string[] | undefined {
  const target = targetAt(root, words);
  return "getAllEntries" in target && target.getDefaultCommand() === undefined ? listed(target) : undefined;
}

/** The command that the words name, of a group its default one. */
export function commandAt(
  root: RouteMap<CliContext>,
  words: readonly string[],
): Command<CliContext> | undefined {
  const target = targetAt(root, words);
  return "getDefaultCommand" in target ? target.getDefaultCommand() : target;
}

/** What the words name, as far as they do. */
export function targetAt(root: RouteMap<CliContext>, words: readonly string[]): RoutingTarget {
  let target: RoutingTarget = root;
  for (const word of words) {
    if ("getRoutingTargetForInput" in target) target = target.getRoutingTargetForInput(word) ?? target;
  }
  return target;
}

function listed(target: RoutingTarget): readonly string[] {
  if (!("getAllEntries" in target)) return [];
  return target
    .getAllEntries()
    .filter((entry) => !entry.hidden)
    .map((entry) => entry.name["convert-camel-to-kebab"]);
}

/** Stricli reports its own failures with negative codes; to the shell they are wrong use or a failure. */
export function shellExitCode(code: unknown): ExitCode {
  if (typeof code !== "number") return ExitCode.ok;
  if (code === -4 || code === -5) return ExitCode.usage;
  return code < 0 ? ExitCode.failed : (code as ExitCode);
}

/** What other programs have as commands. */
const MEANT_FLAGS: Readonly<Record<string, string>> = { help: "--help", version: "--version" };

function unknownCommand(input: string, names: readonly string[], command: string): string {
  if (input.startsWith("-")) {
    return faultLines({ what: texts.unknownFlag(input), where: input, hint: texts.seeHelp(command) });
  }
  const near = Object.hasOwn(MEANT_FLAGS, input) ? [MEANT_FLAGS[input] ?? ""] : nearest(input, names);
  const hint = near.length > 0 ? texts.didYouMean(near) : texts.seeHelp(command);
  return faultLines({ what: texts.unknownCommand(input), hint });
}
