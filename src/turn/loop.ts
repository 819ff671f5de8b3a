import {
  type AgentEvent,
  type AgentLoopConfig,
  type AgentTool,
  type AgentTurnContext,
  type AgentTurnDecision,
  runAgentLoop,
} from "@earendil-works/pi-agent-core";
import type { AssistantMessage, Message } from "@earendil-works/pi-ai";
import { toAgentTools, unknownAgentTool } from "../contract/agent-tools.ts";
import { type Boundary, createBoundary } from "./boundary.ts";
import { CallLog } from "./call-log.ts";
import { callsOf, textOfMessage } from "./history.ts";
import { MAX_UNUSABLE_STEPS } from "./limits.ts";
import { texts } from "./texts.ts";
import type { TurnEnd, TurnInput, TurnOutcome } from "./turn-input.ts";
import type { TurnStopReason } from "./types.ts";
import { TurnUse, tokensOf } from "./usage.ts";

/**
 * Runs one turn: asks the model, runs its calls, asks again, until it stops or a bound is reached. Does no
 * I/O but through its input, and never rejects for what a model, a provider or a tool does.
 */
export function runTurnLoop(input: TurnInput): Promise<TurnOutcome> {
  return new TurnRun(input).run();
}

class TurnRun {
  readonly #input: TurnInput;
  readonly #log = new CallLog();
  readonly #boundary: Boundary;
  readonly #tools: AgentTool[];
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  readonly #use: TurnUse;
  #step = -1;
  #text = "";
  #unusable = 0;
  #waiting = false;
  #end: TurnEnd | undefined;
  #provider: AssistantMessage | undefined;

  constructor(input: TurnInput) {
    this.#input = input;
    this.#use = input.use ?? new TurnUse();
    this.#signal = AbortSignal.any([input.signal, this.#abort.signal]);
    const ctx = { sessionId: input.sessionId, turnId: input.turnId };
    const options = {
      path: input.path,
      onOutcome: (outcome: Parameters<CallLog["outcome"]>[0]) => this.#log.outcome(outcome),
      argumentsProblem: (id: string) => this.#boundary.argumentsProblem(id),
    };
    this.#tools = toAgentTools(input.tools, ctx, options);
    this.#boundary = createBoundary({
      stream: input.model.stream,
      systemPrompt: input.systemPrompt,
      requestTools: input.requestTools,
      loopTools: this.#tools,
      standIn: (name) => unknownAgentTool(name, ctx, options),
      restoreCall: input.restoreCall,
      fit: input.fit,
      now: input.now,
    });
  }

  async run(): Promise<TurnOutcome> {
    const { limits, prompt, history } = this.#input;
    const timer =
      limits.timeoutMs === undefined
        ? undefined
        : setTimeout(() => this.#stopFor({ kind: "timeout", ms: limits.timeoutMs ?? 0 }), limits.timeoutMs);
    try {
      await runAgentLoop(
        prompt ? [prompt] : [],
        { messages: [...history], tools: this.#tools },
        this.#config(),
        (event) => this.#on(event),
        this.#signal,
        this.#boundary.stream,
      );
    } finally {
      clearTimeout(timer);
    }
    return this.#outcome();
  }

  #config(): AgentLoopConfig {
    const { model, followUp, steering, now } = this.#input;
    return {
      model: model.pi,
      ...(model.thinking === undefined ? {} : { reasoning: model.thinking }),
      convertToLlm: (messages) => messages as Message[],
      getSteeringMessages: async () =>
        (steering?.() ?? []).map((content) => ({ role: "user" as const, content, timestamp: now() })),
      finishTurn: (turn) => this.#afterStep(turn),
      getFollowUpMessages: async () => {
        const mayGoOn = this.#end === undefined && !this.#waiting && !this.#signal.aborted;
        const text = mayGoOn ? await followUp?.(this.#text) : undefined;
        if (text !== undefined) this.#end = this.#bound();
        return text === undefined || this.#end ? [] : [{ role: "user", content: text, timestamp: now() }];
      },
    };
  }

  #on(event: AgentEvent): void {
    const { listener } = this.#input;
    switch (event.type) {
      case "message_update":
        if (event.assistantMessageEvent.type === "text_delta")
          listener.delta(event.assistantMessageEvent.delta);
        return;
      case "message_end":
        this.#onMessage(event.message as Message);
        return;
      case "tool_execution_start": {
        const call = { step: this.#step, tool: event.toolName, args: event.args as unknown };
        this.#log.start(event.toolCallId, call);
        listener.callStart({ id: event.toolCallId, ...call });
        return;
      }
      case "tool_execution_update": {
        const [block] = event.partialResult.content;
        if (block?.type === "text") listener.callUpdate(event.toolCallId, block.text);
        return;
      }
      case "tool_execution_end": {
        const { entry, content } = this.#log.finish(event.toolCallId, event.result);
        listener.callEnd(entry, content);
        return;
      }
      default:
        return;
    }
  }

  #onMessage(message: Message): void {
    if (message.role === "user") this.#input.listener.message(message, this.#step + 1);
    if (message.role !== "assistant") return;
    this.#step += 1;
    this.#use.add(message.usage, this.#input.model.priced);
    const text = textOfMessage(message);
    const broken = message.stopReason === "error" || message.stopReason === "aborted";
    if (broken) this.#provider = message;
    // Of an answer that was stopped, what had come of it still is the last that was said.
    if (!broken || text !== "") this.#text = text;
    this.#input.listener.message(message, this.#step);
  }

  /** Everything that may end the turn after a step, the strongest reason first. */
  #afterStep({ message }: AgentTurnContext): AgentTurnDecision | undefined {
    this.#boundary.removeStandIns();
    const answer = message;
    const calls = this.#log.ofStep(this.#step);
    const { model, listener } = this.#input;
    listener.stepEnd(this.#step);
    model.afterStep?.(
      this.#step,
      calls.map((call) => call.entry),
    );
    if (this.#signal.aborted || answer.stopReason === "error") return { action: "end" };
    this.#waiting = calls.some((call) => call.terminate);
    if (this.#waiting) return { action: "end" };
    const reason = this.#input.stopReason?.();
    if (reason !== undefined) this.#end = { kind: "hook", reason };
    if (this.#end !== undefined) return { action: "end" };
    const wants = model.wants?.();
    if (wants === "end") return { action: "end" };
    const goesOn = callsOf(answer).length > 0 || wants === "continue";
    if (answer.stopReason === "length" && !goesOn) this.#end = { kind: "output" };
    else if (goesOn) this.#end = this.#bound() ?? this.#tooManyUnusable(calls.map((call) => call.entry.id));
    if (this.#end !== undefined) return { action: "end" };
    return wants === "continue" ? { action: "continue" } : undefined;
  }

  /** The bound that is reached, if one is; asked only when the turn would go on. */
  #bound(): TurnEnd | undefined {
    const { maxSteps, maxTokens, maxCost } = this.#input.limits;
    if (this.#step + 1 >= maxSteps) return { kind: "steps", limit: maxSteps };
    const { whole } = this.#use;
    if (maxTokens !== undefined && tokensOf(whole) >= maxTokens) return { kind: "tokens", limit: maxTokens };
    if (maxCost !== undefined && whole.cost >= maxCost) return { kind: "cost", limit: maxCost };
    return undefined;
  }

  /** Faults h13 and h21: a model that only sends calls that cannot run is not asked for ever. */
  #tooManyUnusable(ids: readonly string[]): TurnEnd | undefined {
    const entries = this.#log.entries().filter((entry) => ids.includes(entry.id));
    const unusable = entries.every(
      (entry) => this.#boundary.isUnknown(entry.tool) || this.#boundary.argumentsProblem(entry.id),
    );
    this.#unusable = unusable && entries.length > 0 ? this.#unusable + 1 : 0;
    if (!this.#input.model.live || this.#unusable < MAX_UNUSABLE_STEPS) return undefined;
    return { kind: "unusable", steps: this.#unusable };
  }

  #stopFor(end: TurnEnd): void {
    this.#end = end;
    this.#abort.abort(texts.end(end));
  }

  #outcome(): TurnOutcome {
    const calls = this.#log.entries();
    const end = this.#end ?? this.#failure();
    const outcome: TurnOutcome = {
      stopReason: this.#stopReason(end),
      text: this.#text,
      calls,
      denied: calls.filter((entry) => entry.deniedBy !== undefined).length,
      usage: this.#use.report(this.#input.model.priced),
      steps: this.#step + 1,
    };
    return end === undefined ? outcome : { ...outcome, end };
  }

  #failure(): TurnEnd | undefined {
    if (this.#signal.aborted || this.#provider === undefined) return undefined;
    if (this.#boundary.overflowed) return { kind: "context", window: this.#input.model.facts.contextWindow };
    return { kind: "provider", message: this.#provider.errorMessage ?? texts.noReason };
  }

  #stopReason(end: TurnEnd | undefined): TurnStopReason {
    if (this.#input.signal.aborted) return "aborted";
    if (this.#waiting) return "waiting_for_user";
    switch (end?.kind) {
      case undefined:
        return "stop";
      case "steps":
        return "max_steps";
      case "unusable":
      case "provider":
        return "error";
      default:
        return "limit";
    }
  }
}
