import { geteuid } from "node:process";
import type { GatedContext } from "../../contract/permission.ts";
import { errorResult } from "../../contract/results.ts";
import type { ToolResult, ToolUpdate } from "../../contract/tool.ts";
import { loadNative, type Native } from "../process/native.ts";
import type { LocalServices, Shell } from "../services.ts";
import { bashResult } from "./bash-result.ts";
import { commandEnvironment } from "./command-environment.ts";
import { CommandOutput } from "./command-output.ts";
import type { BashInput } from "./definition.ts";
import { type RunningCommand, startCommand } from "./running-command.ts";
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

/** A command that has been started. */
interface Started {
  readonly running: RunningCommand;
  readonly output: CommandOutput;
  readonly limit: TimeLimit;
  readonly shell: Shell;
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
    if (input.command.includes("\0")) return errorResult("bash", texts.nulInCommand);
    const shell = await this.#services.programs.shell();
    if (shell === undefined) return errorResult("bash", texts.noShell(this.#services.platform));
    const started = await this.#start(call, shell);
    if ("problem" in started) return errorResult("bash", started.problem);
    return this.#foreground(call, started);
  }

  async #start({ ctx, input, onUpdate }: BashCall, shell: Shell): Promise<Started | { problem: string }> {
    const { artifacts, environments, processes, tasks, workspace } = this.#services;
    const writer = artifacts.begin({ toolCallId: ctx.toolCallId ?? ctx.turnId, tool: "bash" });
    const output = new CommandOutput(writer, onUpdate && new UpdateFeed(onUpdate));
    try {
      const running = await startCommand({
        command: input.command,
        shell,
        cwd: workspace,
        environment: commandEnvironment(environments.command),
        processes,
        native: this.#native,
        output,
      });
      const limit = timeLimit(input.timeout, { background: false, tasks: tasks !== undefined });
      return { running, output, limit, shell };
    } catch (error) {
      output.close();
      writer.discard();
      return { problem: await startProblem(error, shell, workspace, input.command) };
    }
  }

  async #foreground({ signal }: BashCall, { running, output, limit, shell }: Started): Promise<ToolResult> {
    const begun = performance.now();
    const timer = setTimeout(() => running.stop("timeout"), limit.seconds * 1000);
    const onAbort = () => running.stop("abort");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    try {
      const end = await running.ended;
      const duration = Math.round(performance.now() - begun);
      return await bashResult({
        end,
        output,
        limit,
        notes: notesOf(limit, shell),
        details: { ...this.#commandDetails(limit, shell), duration_ms: duration },
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
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
