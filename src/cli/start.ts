import type { Host } from "../config/host.ts";
import { useNormalJit } from "../config/runtime-jit.ts";
import { VERSION } from "../config/version.ts";
import { ExitCode } from "../output/exit-codes.ts";
import { isFault } from "../output/fault.ts";
import { splitLeadingFlags, withValuesApart } from "./global-flags.ts";
import { endIfInterrupted, processHost, type Start } from "./host.ts";
import { namedCommand } from "./named-command.ts";
import { readPlainLine } from "./plain-line.ts";
import { type Ended, running } from "./running.ts";
import { withSoundFlags } from "./sound-flags.ts";

/**
 * Runs one command line in the real process and gives its exit code; after a signal it ends the process with the
 * signal's code as soon as the command has cleaned up. Never rejects.
 */
export async function startCli(argv: readonly string[], start: Start): Promise<number> {
  const { code, passedOn } = await runToEnd(argv, processHost(start));
  if (!passedOn) endIfInterrupted();
  return code;
}

/** Runs one command line on any host. Never rejects: every failure becomes lines on stderr and a code. */
export async function runCommandLine(argv: readonly string[], host: Host): Promise<number> {
  return (await runToEnd(argv, host)).code;
}

async function runToEnd(argv: readonly string[], host: Host): Promise<Ended> {
  const { leading, rest } = splitLeadingFlags(argv);
  // Its words are its own: the fetched program gets them as they are.
  if (rest[0] === "mcode-tools") {
    const { runMcodeToolsLine } = await import("./start-mcode-tools.ts");
    return runMcodeToolsLine(rest.slice(1), leading, host);
  }
  const { context, ended } = running(host);
  try {
    if (rest[0] === "--version") {
      host.stdout.write(`turnkit ${VERSION}\n`);
      return ended(ExitCode.ok);
    }
    const { command: named, words } = await namedCommand(rest);
    const command = named && withSoundFlags(named, { places: !TELLS_OF_PLACES.has(words[0]) });
    const given = withValuesApart([...leading, ...rest.slice(words.length)]);
    const plain = command && (await readPlainLine(command.parameters, given, context));
    if (command !== undefined && !LISTINGS.has(words[0])) useNormalJit();
    if (command === undefined || plain === undefined) {
      const { runFramedLine } = await import("./framed-line.ts");
      return await runFramedLine({ leading, rest, command }, host);
    }
    const runCommand = await command.loader();
    await runCommand.call(context, ...plain);
    return ended(ExitCode.ok);
  } catch (error) {
    const { errorLines } = await import("./error-lines.ts");
    host.stderr.write(`${errorLines(error, argv.includes("--verbose"))}\n`);
    return ended(isFault(error) ? error.exit : ExitCode.failed);
  }
}

/** Commands that print what there is and end. */
const LISTINGS: ReadonlySet<string | undefined> = new Set(["catalog", "completions", "__complete", "schema"]);

/** Commands whose answer is what is wrong with the folders and files that are named. */
const TELLS_OF_PLACES: ReadonlySet<string | undefined> = new Set(["doctor"]);
