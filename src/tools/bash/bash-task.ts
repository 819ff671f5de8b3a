import { taskTitle } from "../tasks/title.ts";
import type { TaskEnd, TaskWork } from "../tasks/types.ts";
import { statusLine } from "./bash-result.ts";
import type { CommandOutput } from "./command-output.ts";
import type { CommandEnd, RunningCommand } from "./running-command.ts";
import { texts } from "./texts.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface BackgroundCommand {
  readonly command: string;
  readonly description?: string;
  readonly running: RunningCommand;
  readonly output: CommandOutput;
  readonly limit: TimeLimit;
}

/** A running command as the task board manages it; all of its output is kept in a file when it ends. */
export function bashTask({ command, description, running, output, limit }: BackgroundCommand): TaskWork {
  return {
    kind: "bash",
    title: taskTitle(description ?? command),
    outputBytes: () => output.storedBytes,
    read: (offset, maxBytes) => output.read(offset, maxBytes),
    onOutput: (listener) => output.listen(listener),
    stop: (why) => running.stop(why),
    ended: running.ended.then(async (end): Promise<TaskEnd> => {
      const file = await output.keep();
      return {
        state: stateOf(end),
        outcome: statusLine(end, limit) ?? texts.exitCode(0, undefined),
        file: file?.path,
      };
    }),
  };
}

function stateOf({ exit, stopped }: CommandEnd): TaskEnd["state"] {
  if (stopped === "timeout" || stopped === "flood") return "failed";
  if (stopped !== undefined) return "canceled";
  return exit?.code === 0 ? "succeeded" : "failed";
}
