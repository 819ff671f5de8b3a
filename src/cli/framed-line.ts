import { run } from "@stricli/core";
import type { Host, HostOutput } from "../config/host.ts";
import { ExitCode } from "../output/exit-codes.ts";
import {
  buildCli,
  buildDirectCli,
  commandAt,
  commandWords,
  loadRoot,
  shellExitCode,
  verbsOf,
} from "./app.ts";
import type { RunnableCommand } from "./context.ts";
import { errorLines, faultLines } from "./error-lines.ts";
import { isHelp, leadingFault, withValuesApart } from "./global-flags.ts";
import { type Ended, running } from "./running.ts";
import { texts } from "./texts.ts";

export interface FramedLine {
  /** The global flags that stood before the command, as typed. */
  readonly leading: readonly string[];
  readonly rest: readonly string[];
  /** The command that the first words of `rest` name, where one runs. */
  readonly command: RunnableCommand | undefined;
}

/** A command line as stricli reads it: help, short names of flags, and everything that is wrong. Never rejects. */
export async function runFramedLine({ leading, rest, command }: FramedLine, host: Host): Promise<Ended> {
  const wrong = leadingFault(rest[0]);
  if (wrong !== undefined) return refused(faultLines(wrong), host);
  const root = await loadRoot(rest[0]);
  const words = commandWords(root, rest);
  const given = rest.slice(words.length);
  const verbs = given.every(isPlainFlag) ? verbsOf(root, words) : undefined;
  if (verbs !== undefined && words.length > 0) {
    const group = words.join(" ");
    return refused(faultLines({ what: texts.missingVerb(group), hint: texts.verbs(group, verbs) }), host);
  }
  const behind = withValuesApart([...leading, ...given]);
  const whole = verbs === undefined ? [...words, ...behind] : ["--help"];
  const stdout = heldOutput(host.stdout);
  const { context, ended } = running(host, stdout);
  const options = { verbose: [...leading, ...rest].includes("--verbose"), words };
  const named = given.some(isHelp) ? undefined : commandAt(root, words);
  if (named === undefined || command === undefined) await run(buildCli(root, options), whole, context);
  else await run(buildDirectCli(root, { ...named, loader: command.loader }, options), behind, context);
  if (stdout.failure === undefined) {
    const { code, passedOn } = ended(0);
    return { code: passedOn ? code : shellExitCode(code), passedOn };
  }
  host.stderr.write(`${errorLines(stdout.failure, false)}\n`);
  return { code: ExitCode.failed, passedOn: false };
}

/** Flags without a verb do nothing either; those of help do. */
function isPlainFlag(word: string): boolean {
  return word.startsWith("-") && !isHelp(word);
}

function refused(lines: string, host: Host): Ended {
  host.stderr.write(`${lines}\n`);
  return { code: ExitCode.usage, passedOn: false };
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
