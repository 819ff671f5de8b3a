import { run } from "@stricli/core";
import type { Host, HostOutput } from "../config/host.ts";
import { useNormalJit } from "../config/runtime-jit.ts";
import { VERSION } from "../config/version.ts";
import { ExitCode } from "../output/exit-codes.ts";
import { buildCli, buildDirectCli, commandWords, loadRoot, shellExitCode, targetAt, verbsOf } from "./app.ts";
import { directCommand } from "./direct-command.ts";
import { errorLines, faultLines } from "./error-lines.ts";
import { isHelp, leadingFault, splitLeadingFlags, withEmptyValues } from "./global-flags.ts";
import { endIfInterrupted, processHost, type Start } from "./host.ts";
import { withSoundFlags } from "./sound-flags.ts";
import { texts } from "./texts.ts";

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

interface Ended {
  readonly code: number;
  /** It is another program's: it counts although a signal came. */
  readonly passedOn: boolean;
}

async function runToEnd(argv: readonly string[], host: Host): Promise<Ended> {
  const { leading, rest } = splitLeadingFlags(argv);
  // Its words are its own: the fetched program gets them as they are.
  if (rest[0] === "mcode-tools") {
    const { runMcodeToolsLine } = await import("./start-mcode-tools.ts");
    return runMcodeToolsLine(rest.slice(1), leading, host);
  }
  if (rest[0] === "--version") return ended(printed(`turnkit ${VERSION}\n`, host));
  const wrong = leadingFault(rest[0]);
  if (wrong !== undefined) return ended(refused(faultLines(wrong), host));
  const root = await loadRoot(rest[0]);
  const words = commandWords(root, rest);
  const given = rest.slice(words.length);
  const verbs = given.every(isPlainFlag) ? verbsOf(root, words) : undefined;
  if (verbs !== undefined && words.length > 0) {
    const command = words.join(" ");
    const fault = { what: texts.missingVerb(command), hint: texts.verbs(command, verbs) };
    return ended(refused(faultLines(fault), host));
  }
  const behind = withEmptyValues([...leading, ...given]);
  const named = directCommand(targetAt(root, words), behind);
  const direct = named && withSoundFlags(named, { places: !TELLS_OF_PLACES.has(words[0]) });
  const whole = verbs === undefined ? [...words, ...behind] : ["--help"];
  const outcome: { exitCode?: number | string | null } = {};
  let passed: number | undefined;
  const stdout = heldOutput(host.stdout);
  const options = { verbose: argv.includes("--verbose"), words };
  const cli = direct === undefined ? buildCli(root, options) : buildDirectCli(root, direct, options);
  if (direct !== undefined && !LISTINGS.has(words[0])) useNormalJit();
  await run(cli, direct === undefined ? whole : behind, {
    process: Object.assign(outcome, { stdout, stderr: host.stderr, env: {} }),
    host,
    exitWith: (code) => {
      outcome.exitCode = code;
    },
    exitAs: (code) => {
      passed = code;
    },
  });
  if (stdout.failure !== undefined) return ended(failed(stdout.failure, host));
  return { code: passed ?? shellExitCode(outcome.exitCode), passedOn: passed !== undefined };
}

/** Commands that print what there is and end. */
const LISTINGS: ReadonlySet<string | undefined> = new Set(["catalog", "completions", "__complete", "schema"]);

/** Commands whose answer is what is wrong with the folders and files that are named. */
const TELLS_OF_PLACES: ReadonlySet<string | undefined> = new Set(["doctor"]);

/** Flags without a verb do nothing either; those of help do. */
function isPlainFlag(word: string): boolean {
  return word.startsWith("-") && !isHelp(word);
}

function ended(code: number): Ended {
  return { code, passedOn: false };
}

function printed(text: string, host: Host): number {
  try {
    host.stdout.write(text);
    return ExitCode.ok;
  } catch (error) {
    return failed(error, host);
  }
}

function refused(lines: string, host: Host): number {
  host.stderr.write(`${lines}\n`);
  return ExitCode.usage;
}

function failed(error: unknown, host: Host): number {
  host.stderr.write(`${errorLines(error, false)}\n`);
  return ExitCode.failed;
}

interface HeldOutput {
  write(text: string): void;
  failure: unknown;
}

/** Where the frame itself prints (help): it would tell a failed write as a bug of its own, with a stack. */
function heldOutput(output: HostOutput): HeldOutput {
  const held: HeldOutput = {
    failure: undefined,
    write(text) {
      try {
        output.write(text);
      } catch (error) {
        held.failure ??= error;
      }
    },
  };
  return held;
}
