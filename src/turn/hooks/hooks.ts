import type { PermissionMode } from "../../config/types.ts";
import type { AfterHook, BeforeHook, HookedCall } from "../../contract/call-path.ts";
import { isFailed } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { answerOf, type HookAnswer } from "./answer.ts";
import { foreignInput, foreignName, ownInput } from "./foreign-names.ts";
import { type HookPlace, runHookCommand } from "./run-command.ts";
import { hookTexts as texts } from "./texts.ts";
import type { HookCommand, HookEvent, HookSet, TranscriptFormat } from "./types.ts";

export interface HooksOptions {
  readonly hooks: HookSet;
  readonly place: HookPlace;
  readonly sessionId: string;
  readonly turnId: string;
  readonly mode: PermissionMode;
  /** `provider/id`. */
  readonly model: string;
  transcriptPath(format: TranscriptFormat | undefined): string;
  report(diagnostic: Diagnostic): void;
}

/** The hook commands of a turn, as the call path and the turn ask for them. */
export interface TurnHooks {
  readonly before: BeforeHook;
  readonly after: AfterHook;
  /** May block the prompt, or give more to read with it. */
  prompt(text: string): Promise<{ readonly block?: string; readonly context: readonly string[] }>;
  /** The reason to go on although the model has stopped; undefined: it may stop. */
  stop(text: string): Promise<string | undefined>;
  /** Why a hook wants the whole turn to end, once one does. */
  readonly ending: string | undefined;
}

const MODES: Readonly<Record<PermissionMode, string>> = {
  ask: "default",
  "read-only": "plan",
  "accept-edits": "acceptEdits",
  full: "bypassPermissions",
};

export function createHooks(options: HooksOptions): TurnHooks {
  return new Hooks(options);
}

class Hooks implements TurnHooks {
  readonly #options: HooksOptions;
  #stopHookActive = false;
  ending: string | undefined;

  constructor(options: HooksOptions) {
    this.#options = options;
  }

  readonly before: BeforeHook = async (call) => {
    const answers = await this.#run("PreToolUse", callNames(call), callFields(call));
    const block = answers.find((answer) => answer.block !== undefined)?.block;
    if (block !== undefined) return { block };
    const changed = answers.findLast((answer) => "input" in answer);
    return changed === undefined ? undefined : { input: ownInput(call.tool.def.name, changed.input) };
  };

  readonly after: AfterHook = async (call) => {
    const answers = await this.#run("PostToolUse", callNames(call), {
      ...callFields(call),
      tool_response: call.result.toolResponse?.() ?? {
        text: call.result.text,
        is_error: isFailed(call.result),
      },
    });
    const added = answers.flatMap(({ block, context }) => [
      ...(block === undefined ? [] : [texts.feedback(block)]),
      ...(context === undefined ? [] : [texts.context(context)]),
    ]);
    return added.length === 0 ? undefined : withText(call.result, added);
  };

  async prompt(prompt: string) {
    const answers = await this.#run("UserPromptSubmit", [], { prompt });
    const block = answers.find((answer) => answer.block !== undefined)?.block ?? this.ending;
    const context = answers.flatMap(({ context: text }) => (text === undefined ? [] : [texts.context(text)]));
    return block === undefined ? { context } : { block, context };
  }

  async stop(text: string): Promise<string | undefined> {
    const answers = await this.#run("Stop", [], {
      stop_hook_active: this.#stopHookActive,
      last_assistant_message: text,
    });
    const block = answers.find((answer) => answer.block !== undefined)?.block;
    this.#stopHookActive = block !== undefined;
    return this.ending === undefined ? block : undefined;
  }

  /** Matching commands run at the same time; their answers keep the order of the file. */
  async #run(event: HookEvent, names: readonly string[], fields: object): Promise<HookAnswer[]> {
    const { hooks } = this.#options;
    const commands = hooks[event].filter((group) => group.matches(names)).flatMap((group) => group.commands);
    const answers = await Promise.all(commands.map((command) => this.#one(event, command, fields)));
    this.ending ??= answers.find((answer) => answer.stop !== undefined)?.stop;
    return answers;
  }

  async #one(event: HookEvent, hook: HookCommand, fields: object): Promise<HookAnswer> {
    const { place, sessionId, turnId, mode, model, transcriptPath, report } = this.#options;
    const input = {
      session_id: sessionId,
      turn_id: turnId,
      transcript_path: transcriptPath(hook.transcript),
      cwd: place.workspace,
      permission_mode: MODES[mode],
      model,
      hook_event_name: event,
      ...fields,
    };
    const run = await runHookCommand(hook.command, input, { place, timeoutMs: hook.timeoutMs });
    const answer = answerOf(event, run);
    if (answer.failure !== undefined) {
      report({ severity: "warning", code: "hook_failed", message: answer.failure, where: hook.where });
    }
    return answer;
  }
}

function callNames({ tool }: HookedCall): string[] {
  return [tool.def.name, foreignName(tool.def.name)];
}

function callFields({ tool, input, ctx }: HookedCall) {
  const { name } = tool.def;
  return {
    tool_name: foreignName(name),
    tool_input: foreignInput(name, input),
    tool_use_id: ctx.toolCallId,
    turnkit: { tool: name, input },
  };
}

function withText(result: ToolResult, added: readonly string[]): ToolResult {
  const text = [result.text, ...added].filter((part) => part !== "").join("\n");
  const blocks = added.map((one) => ({ type: "text" as const, text: one }));
  return { ...result, text, content: [...result.content, ...blocks] };
}
