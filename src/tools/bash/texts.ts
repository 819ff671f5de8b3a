import { BASH_GATE_BYTES, KIB } from "../../output/limits.ts";
import {
  BACKGROUND_TIMEOUT_S,
  DEFAULT_TIMEOUT_S,
  HAND_OVER_MS,
  MAX_OUTPUT_BYTES,
  MAX_TIMEOUT_S,
  TASKS_TIMEOUT_S,
} from "./limits.ts";

export interface DescribedShell {
  readonly platform: NodeJS.Platform;
  /** Background tasks are possible. */
  readonly tasks: boolean;
  readonly handOver: boolean;
}

/** The description that the model reads. */
export function describeBash({ platform, tasks, handOver }: DescribedShell): string {
  const [usual, most] = tasks ? [TASKS_TIMEOUT_S, TASKS_TIMEOUT_S] : [DEFAULT_TIMEOUT_S, MAX_TIMEOUT_S];
  return [
    "Run a command line with bash (with sh where there is no bash; the result then says so).",
    "Each call starts in the workspace in a new shell: `cd` and variables do not carry over.",
    "There is no terminal and stdin is empty, so nothing can ask a question; pass flags such as --yes.",
    "stdout and stderr come back together, as a terminal would show them; a command that fails ends with its exit code.",
    `Of output over ${BASH_GATE_BYTES / KIB} KiB the beginning and the end are shown, and all of it is in the file named between them.`,
    `The command and everything it started are ended after ${usual} s, or after \`timeout\` seconds (at most ${most}).`,
    "What is left running in the background (`server &`) is ended when the turn ends.",
    ...(tasks
      ? [
          `With \`run_in_background\` the command becomes a task (limit: \`timeout\`, else ${BACKGROUND_TIMEOUT_S / 60} minutes); read it with task_output, end it with task_stop.`,
        ]
      : []),
    ...(tasks && handOver
      ? [`A command that is still running after ${HAND_OVER_MS / 1000} s goes on as such a task.`]
      : []),
    ...(platform === "win32"
      ? [
          "The shell is Git Bash: it rewrites arguments that look like POSIX paths for Windows programs; MSYS2_ARG_CONV_EXCL='*' before a command stops that.",
        ]
      : []),
  ].join("\n");
}

/** Sentences of results. */
export const texts = {
  noOutput: "(no output)",
  exitCode: (code: number, signal: string | undefined) =>
    signal === undefined ? `exit code ${code}` : `exit code ${code} (${signal})`,
  signal: (name: string) => `ended by ${name}`,
  timedOut: (seconds: number) => `timed out after ${seconds} s: the command and what it started were ended`,
  flooded: `printed more than ${MAX_OUTPUT_BYTES / 1024 ** 3} GiB: the command and what it started were ended`,
  stopped: "stopped before it finished: the command and what it started were ended",
  clamped: (asked: number, used: number) => `(timeout: ${asked} s is over the limit, ${used} s was used)`,
  otherShell: (name: string) => `(no bash was found: the command ran in ${name})`,
  leftRunning: (processes: readonly { readonly pid: number; readonly name: string }[]) =>
    `(could not be ended: ${processes.map(({ pid, name }) => `${name} ${pid}`).join(", ")})`,

  noShell: (platform: NodeJS.Platform) =>
    platform === "win32"
      ? "Cannot run the command: no bash.exe was found on PATH. Install Git for Windows, which brings Git Bash."
      : "Cannot run the command: neither bash nor sh was found on PATH.",
  nulInCommand: "Cannot run the command: it holds a NUL character.",
  folderGone: (folder: string) =>
    `Cannot run the command: the working folder "${folder}" does not exist any more. Create it again, or start in another one.`,
  folderIsNone: (folder: string) => `Cannot run the command: the working folder "${folder}" is not a folder.`,
  folderClosed: (folder: string) =>
    `Cannot run the command: the working folder "${folder}" may not be entered (permission denied).`,
  shellGone: (shell: string) => `Cannot run the command: the shell "${shell}" does not exist.`,
  shellNotExecutable: (shell: string) => `Cannot run the command: the shell "${shell}" cannot be executed.`,
  tooLong: (bytes: number) =>
    `Cannot run the command: it is ${bytes} bytes long, more than the system takes. Write it to a file and run that.`,
  spawnFailed: (shell: string, problem: string) =>
    `Cannot run the command: starting "${shell}" failed: ${problem}`,
  started: (id: string, seconds: number) =>
    `Started in the background as ${id} (limit: ${seconds} s). Read it with task_output, end it with task_stop.`,
  handedOver: (id: string, after: number, offset: number) =>
    `(still running after ${after} s: it goes on as background task ${id}. task_output with offset=${offset} goes on after what is shown here)`,
  noTasks:
    "Cannot run the command in the background: this turn has no task_output to read it with. Nothing was started; call again without run_in_background.",
  readableEnvironment: (asRoot: boolean) =>
    asRoot
      ? "turnkit runs as root: commands can read its environment, credentials included, from /proc. Run it as another user."
      : "turnkit could not hide its environment: commands can read it, credentials included, from /proc.",
};
