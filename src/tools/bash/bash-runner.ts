import { geteuid } from "node:process";
import type { GatedContext } from "../../contract/permission.ts";
import { errorResult, textResult } from "../../contract/results.ts";
import type { ToolResult, ToolUpdate } from "../../contract/tool.ts";
import { loadNative, type Native } from "../process/native.ts";
import type { LocalServices, Shell } from "../services.ts";
import type { TaskBoard } from "../tasks/types.ts";
import { bashResult } from "./bash-result.ts";
import { bashTask } from "./bash-task.ts";
import { commandEnvironment } from "./command-environment.ts";
import { CommandOutput } from "./command-output.ts";
import type { BashInput } from "./definition.ts";
import { HAND_OVER_MS, MAX_OUTPUT_BYTES } from "./limits.ts";
import { type CommandEnd, type RunningCommand, startCommand } from "./running-command.ts";
import { startProblem } from "./start-problem.ts";
import { texts } from "./texts.ts";
import { type TimeLimit, timeLimit } from "./time-limit.ts";
import { UpdateFeed } from "./update-feed.ts";

export interface BashCall {
  readonly ctx: GatedContext;
  readonly input: BashInput;
  readonly signal?: AbortSignal;
  readonly onUpdate?: ToolUpdate;
}

/** Runs the commands of one turn. */
export interface BashRunner {
  run(call: BashCall): Promise<ToolResult>;
}

/** Makes the runner; on Linux the process also hides its own environment from its children, where it can. */
export async function createBashRunner(services: LocalServices): Promise<BashRunner> {
  const native = await loadNative(services.platform);
  const hidden = native.makeNonDumpable() && geteuid?.() !== 0;
  return new TurnCommands(services, native, hidden);
}

/** A command that has been started, and will be ended when its time is over. */
interface Started {
  readonly running: RunningCommand;
  readonly output: CommandOutput;
  readonly limit: TimeLimit;
  readonly shell: Shell;
  readonly startedAt: number;
}

class TurnCommands implements BashRunner {
  readonly #services: LocalServices;
  readonly #native: Native;
  readonly #hidden: boolean;
  #toldOnce = false;

  constructor(services: LocalServices, native: Native, hidden: boolean) {
    this.#services = services;
    this.#native = native;
    this.#hidden = hidden;
  }

  async run(call: BashCall): Promise<ToolResult> {
    const { input } = call;
    const background = input.run_in_background === true;
    if (input.command.includes("\0")) return errorResult("bash", texts.nulInCommand);
    if (background && this.#tasks === undefined) return errorResult("bash", texts.noTasks);
    const shell = await this.#services.programs.shell();
    if (shell === undefined) return errorResult("bash", texts.noShell(this.#services.platform));
    const started = await this.#start(call, shell);
    if ("problem" in started) return errorResult("bash", started.problem);
    if (background && this.#tasks !== undefined) return this.#inBackground(call, started, this.#tasks);
    return this.#foreground(call, started);
  }

  /** Where a background task can be read in this turn. */
  get #tasks(): TaskBoard | undefined {
    const { tasks } = this.#services;
    return tasks?.offered === true ? tasks : undefined;
  }

  async #start({ ctx, input, onUpdate }: BashCall, shell: Shell): Promise<Started | { problem: string }> {
    const { artifacts, environments, processes, workspace } = this.#services;
    const background = input.run_in_background === true;
    const limit = timeLimit(input.timeout, { background, tasks: this.#tasks !== undefined });
    const writer = artifacts.begin({ toolCallId: ctx.toolCallId ?? ctx.turnId, tool: "bash" });
    const output = new CommandOutput(writer, background ? undefined : onUpdate && new UpdateFeed(onUpdate));
    try {
      const running = await startCommand({
        command: input.command,
        shell,
        cwd: workspace,
        environment: commandEnvironment(environments.command),
        processes,
        native: this.#native,
        output,
        maxOutputBytes: MAX_OUTPUT_BYTES,
      });
      const timer = setTimeout(() => running.stop("timeout"), limit.seconds * 1000);
      running.ended.then(() => clearTimeout(timer));
      return { running, output, limit, shell, startedAt: performance.now() };
    } catch (error) {
      output.close();
      writer.discard();
      return { problem: await startProblem(error, shell, workspace, input.command) };
    }
  }

  async #foreground(call: BashCall, started: Started): Promise<ToolResult> {
    const { signal } = call;
    const { running, output, limit, shell } = started;
    const onAbort = () => running.stop("abort");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    try {
      const end = await this.#endOrHandOver(running);
      if (end === undefined) return this.#handOver(call, started);
      const details = { ...this.#commandDetails(limit, shell), duration_ms: elapsed(started) };
      return await bashResult({ end, output, limit, notes: notesOf(limit, shell), details });
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Undefined when the command has run so long that it goes on in the background. */
  async #endOrHandOver(running: RunningCommand): Promise<CommandEnd | undefined> {
    if (this.#services.handOver !== true || this.#tasks === undefined) return running.ended;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), HAND_OVER_MS);
    });
    try {
      return await Promise.race([running.ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same process goes on; the result holds the whole lines that it has printed. */
  #handOver({ input }: BashCall, started: Started): ToolResult {
    const { output, limit, shell } = started;
    const cursor = output.lineStart;
    const task = this.#services.tasks?.adopt(bashTask({ ...input, ...started }), cursor);
    const id = task?.id ?? "";
    const notes = [...notesOf(limit, shell), texts.handedOver(id, HAND_OVER_MS / 1000, cursor)];
    const gated = output.soFar(notes.join("\n"));
    const details = {
      ...this.#commandDetails(limit, shell),
      ...gated.details,
      task_id: id,
      duration_ms: elapsed(started),
    };
    return textResult("bash", gated.text, { details });
  }

  #inBackground({ input }: BashCall, started: Started, tasks: TaskBoard): ToolResult {
    const { limit, shell } = started;
    const { id } = tasks.adopt(bashTask({ ...input, ...started }), 0);
    const text = [texts.started(id, limit.seconds), ...notesOf(limit, shell)].join("\n");
    return textResult("bash", text, { details: { ...this.#commandDetails(limit, shell), task_id: id } });
  }

  #commandDetails(limit: TimeLimit, shell: Shell) {
    return {
      shell: shell.path,
      timeout_seconds: limit.seconds,
      ...(limit.clampedFrom === undefined ? {} : { timeout_clamped_from: limit.clampedFrom }),
      ...this.#onceDetails(),
    };
  }

  /** What is worth telling once a turn, not with every command. */
  #onceDetails() {
    const { removed } = this.#services.environments;
    if (this.#toldOnce || removed.length === 0) return {};
    this.#toldOnce = true;
    const readable = this.#services.platform === "linux" && !this.#hidden;
    return {
      environment_removed: removed,
      ...(readable ? { warnings: [texts.readableEnvironment(geteuid?.() === 0)] } : {}),
    };
  }
}

function notesOf(limit: TimeLimit, shell: Shell): string[] {
  return [
    ...(shell.name === "bash" ? [] : [texts.otherShell(shell.name)]),
    ...(limit.clampedFrom === undefined ? [] : [texts.clamped(limit.clampedFrom, limit.seconds)]),
  ];
}

function elapsed({ startedAt }: Started): number {
  return Math.round(performance.now() - startedAt);
}
