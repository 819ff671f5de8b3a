import {
  type Application,
  ArgumentScannerError,
  buildApplication,
  buildRouteMap,
  formatMessageForArgumentScannerError,
  help,
  type RouteMap,
  text_en,
} from "@stricli/core";
import { ExitCode } from "../output/exit-codes.ts";
import { isFault, messageOf } from "../output/fault.ts";
import { hiddenRoutes, routes } from "./commands/routes.ts";
import type { CliContext, RoutingTarget } from "./context.ts";
import { errorLines } from "./error-lines.ts";
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

/** The command-line application; `verbose` decides how much of a failure is shown. */
export function buildCli(root: RouteMap<CliContext>, verbose: boolean): Application<CliContext> {
  const failure = (error: unknown): string => errorLines(error, verbose);
  return buildApplication(
    root,
    {
      name: "turnkit",
      scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
      documentation: { disableAnsiColor: true },
      localization: {
        text: {
          ...text_en,
          noCommandRegisteredForInput: ({ input, corrections }) => unknownCommand(input, corrections),
          exceptionWhileParsingArguments: (error) => argumentLines(error, failure),
          exceptionWhileLoadingCommandFunction: failure,
          exceptionWhileLoadingCommandContext: failure,
          exceptionWhileRunningCommand: failure,
          commandErrorResult: failure,
        },
      },
      determineExitCode: (error) => (isFault(error) ? error.exit : ExitCode.failed),
    },
    {
      help: help({
        brief: "Print help and exit",
        formatting: {
          useAliasInUsageLine: false,
          onlyRequiredInUsageLine: true,
          caseStyle: "convert-camel-to-kebab",
        },
      }),
    },
  );
}

/** How many words at the start of `rest` name a command (`mcp add` is two). */
export function commandWords(root: RouteMap<CliContext>, rest: readonly string[]): number {
  let target: RoutingTarget = root;
  let count = 0;
  for (const word of rest) {
    if (!("getRoutingTargetForInput" in target)) break;
    const next: RoutingTarget | undefined = target.getRoutingTargetForInput(word);
    if (next === undefined) break;
    target = next;
    count += 1;
  }
  return count;
}

/** Stricli reports its own failures with negative codes; to the shell they are wrong use or a failure. */
export function shellExitCode(code: unknown): ExitCode {
  if (typeof code !== "number") return ExitCode.ok;
  if (code === -4 || code === -5) return ExitCode.usage;
  return code < 0 ? ExitCode.failed : (code as ExitCode);
}

function unknownCommand(input: string, corrections: readonly string[]): string {
  const hint = corrections.length > 0 ? texts.didYouMean(corrections) : texts.seeHelp("turnkit");
  return `error: ${texts.unknownCommand(input)}\nhint: ${hint}`;
}

function argumentLines(error: unknown, failure: (error: unknown) => string): string {
  if (!(error instanceof ArgumentScannerError)) return failure(error);
  const message = formatMessageForArgumentScannerError(error, {
    ArgumentParseError: (fault) =>
      `${messageOf(fault.exception)} (${parameterName(fault.externalFlagNameOrPlaceholder)})`,
  });
  return `error: ${message.replaceAll("\n", " ")}\nhint: ${texts.seeHelp("turnkit COMMAND")}`;
}

/** A flag as typed (`--max-bytes`), a positional as its placeholder in capitals. */
function parameterName(name: string): string {
  if (name === name.toUpperCase()) return name;
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
