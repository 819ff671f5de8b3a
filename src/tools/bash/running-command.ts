import type { ProcessInfo } from "../../config/process-list.ts";
import { MARK_VARIABLE } from "../../config/process-mark.ts";
import { endProcessTrees } from "../../config/process-tree.ts";
import { type Child, type ChildExit, startChild } from "../process/child.ts";
import type { Native } from "../process/native.ts";
import { END_GRACE_MS, type ProcessScope } from "../process/scope.ts";
import type { Shell } from "../services.ts";
import type { CommandOutput } from "./command-output.ts";
import { DRAIN_MS } from "./limits.ts";
import { shellArguments } from "./shell-arguments.ts";

/** Why a command was ended by us. */
export type StopReason = "timeout" | "flood" | "abort" | "task_stop" | "turn_end";

export interface CommandSpec {
  readonly command: string;
  readonly shell: Shell;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessScope;
  readonly native: Native;
  readonly output: CommandOutput;
  /** A command that prints more is ended: all of it goes to the disk. */
  readonly maxOutputBytes: number;
}

export interface CommandEnd {
  /** Absent when the shell itself could not be ended. */
  readonly exit: ChildExit | undefined;
  readonly stopped: StopReason | undefined;
  /** What could not be ended after a stop. */
  readonly left: readonly ProcessInfo[];
}

/** A command on its way; its output goes to the `CommandOutput` it was started with. */
export interface RunningCommand {
  /** The end of the shell and the drain; never rejects. */
  readonly ended: Promise<CommandEnd>;
  /** Ends the command with all its descendants; the first reason counts. */
  stop(reason: StopReason): void;
}

/** Starts a command. @throws the system's error when the shell cannot be started. */
export async function startCommand(spec: CommandSpec): Promise<RunningCommand> {
  const { mark, environment } = spec.processes.marked({ ...spec.environment, PWD: spec.cwd });
  const { args, variables } = shellArguments(spec.command, spec.processes.platform);
  const child = await startChild({
    program: spec.shell.path,
    args,
    cwd: spec.cwd,
    environment: { ...environment, ...variables },
    native: spec.native,
    onOutput: (stream, chunk) => spec.output.take(stream, chunk),
  });
  spec.processes.guard();
  return superviseCommand(child, mark, spec);
}

function superviseCommand(child: Child, mark: string, spec: CommandSpec): RunningCommand {
  const { platform } = spec.processes;
  const ending = Promise.withResolvers<readonly ProcessInfo[]>();
  let stopped: StopReason | undefined;
  let over = false;

  const run = async (): Promise<CommandEnd> => {
    const exit = await Promise.race([child.exited, ending.promise.then(() => undefined)]);
    const left = stopped === undefined ? [] : await ending.promise;
    over = true;
    await drain(child, spec.processes);
    spec.output.close();
    return { exit, stopped, left };
  };
  const stop = (reason: StopReason): void => {
    if (stopped !== undefined || over) return;
    stopped = reason;
    const options = { platform, graceMs: END_GRACE_MS, mark: { name: MARK_VARIABLE, value: mark } };
    endProcessTrees([child.pid], options).then(ending.resolve, () => ending.resolve([]));
  };
  const { output, maxOutputBytes } = spec;
  output.listen(() => output.rawBytes > maxOutputBytes && stop("flood"));
  return { ended: run(), stop };
}

/**
 * Waits for what is still in the pipes, but not for who holds them: a child in the background may keep them
 * for ever, silent or printing. It can go on printing until the turn ends; nobody listens.
 */
async function drain(child: Child, processes: ProcessScope): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), DRAIN_MS);
  });
  const first = await Promise.race([child.drained, late]);
  clearTimeout(timer);
  child.mute();
  if (first !== "late") return;
  const release = processes.hold(child);
  child.drained.then(release);
}
