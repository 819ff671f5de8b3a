import type { Message, UserMessage } from "@earendil-works/pi-ai";
import { toProviderTools } from "../catalog/provider-tools.ts";
import type { CallPath } from "../contract/call-path.ts";
import type { AnyTool } from "../contract/tool.ts";
import type { GoalState } from "../extensions/goal.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import type { SecretMask } from "../output/secrets.ts";
import { createListener } from "./listener.ts";
import { runTurnLoop } from "./loop.ts";
import type { LostTask, Transcript } from "./session/transcript.ts";
import { texts } from "./texts.ts";
import type { TurnInput, TurnLimits, TurnModel, TurnOutcome } from "./turn-input.ts";
import type { ExpectationReport, TurnDocument, TurnEventSink } from "./types.ts";

export interface RunTurnOptions {
  readonly sessionId: string;
  readonly turnId: string;
  readonly model: TurnModel;
  /** As `--model` named it. */
  readonly modelName: string;
  /** Offered tools in catalog order. */
  readonly tools: readonly AnyTool[];
  readonly path: CallPath;
  readonly systemPrompt: string;
  readonly history: readonly Message[];
  readonly prompt?: UserMessage;
  readonly limits: TurnLimits;
  readonly signal: AbortSignal;
  readonly transcript: Transcript;
  /** How the transcript names the permission mode. */
  readonly permission: string;
  readonly plan: boolean;
  /** The session's goal; the turn goes on until it is completed. */
  readonly goal?: GoalState;
  /** Deferred tools: not in the request, but run when they are called by name. */
  readonly deferred: readonly AnyTool[];
  readonly mask: SecretMask;
  readonly sink: TurnEventSink;
  readonly fit?: TurnInput["fit"];
  readonly followUp?: TurnInput["followUp"];
  readonly stopReason?: TurnInput["stopReason"];
  readonly steering?: TurnInput["steering"];
  readonly use?: TurnInput["use"];
  /** Ends everything that the turn started, before its document is made; gives the tasks that still ran. */
  readonly end?: () => Promise<readonly LostTask[]>;
  /** Told of each message and result besides the transcript. */
  readonly onMessage?: (message: Message) => void;
  /** Of a turn script. */
  readonly expectations?: () => ExpectationReport;
  /** Everything that was reported so far; grows with `report`. */
  readonly diagnostics: readonly Diagnostic[];
  report(diagnostic: Diagnostic): void;
  now(): number;
}

/** Runs one turn of a session and gives its document; the transcript and the sink hear of all of it. */
export async function runTurn(options: RunTurnOptions): Promise<TurnDocument> {
  const { model, sink, transcript, mask, turnId } = options;
  const name = `${model.facts.provider}/${model.facts.id}`;
  const offered = toProviderTools(model.facts.provider, options.tools);
  const sent = new Map(offered.tools.map((tool) => [tool.name, tool]));
  const tools = options.tools.map((tool) => tool.def.name);
  const { modelName, permission } = options;
  const held = {
    ...(options.plan ? { plan: true as const } : {}),
    ...(options.goal ? { goal: options.goal } : {}),
  };
  transcript.append({ type: "turn_start", turnId, model: name, modelName, permission, tools, ...held });
  sink({ type: "turn_start", sessionId: options.sessionId, turnId, model: name, tools });
  const outcome = await runTurnLoop({
    ...options,
    tools: [...options.tools, ...options.deferred],
    requestTools: offered.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.schema,
    })),
    restoreCall: (call) => {
      const tool = sent.get(call.name);
      return tool === undefined ? call : { name: tool.catalogName, args: tool.restoreArguments(call.args) };
    },
    listener: createListener({ turnId, transcript, sink, mask, onMessage: options.onMessage }),
  });
  for (const diagnostic of [...offered.diagnostics, ...endDiagnostics(outcome, model.live)])
    options.report(diagnostic);
  const lost = ((await options.end?.()) ?? []).map(({ id, title, file }) => ({ id, title, file }));
  const ended = outcome.end === undefined ? {} : { reason: texts.end(outcome.end) };
  transcript.append({
    type: "turn_end",
    turnId,
    stopReason: outcome.stopReason,
    usage: outcome.usage,
    ...ended,
    ...(options.goal ? { goal: options.goal } : {}),
    ...(lost.length === 0 ? {} : { lost }),
  });
  transcript.sync();
  const document = mask.maskDeep(
    documentOf(outcome, {
      sessionId: options.sessionId,
      turnId,
      model: name,
      expectations: options.expectations?.(),
      diagnostics: options.diagnostics,
    }),
  );
  sink({ type: "turn_end", result: document });
  return document;
}

type Around = Pick<TurnDocument, "sessionId" | "turnId" | "model" | "expectations" | "diagnostics">;

function documentOf(outcome: TurnOutcome, around: Around): TurnDocument {
  const { expectations } = around;
  return {
    schemaVersion: 1,
    sessionId: around.sessionId,
    turnId: around.turnId,
    model: around.model,
    text: outcome.text,
    stopReason: outcome.stopReason,
    calls: outcome.calls,
    denied: outcome.denied,
    usage: outcome.usage,
    ...(expectations === undefined ? {} : { expectations }),
    diagnostics: [...around.diagnostics],
  };
}

/** Why a turn did not end by itself. */
function endDiagnostics({ end, stopReason, text }: TurnOutcome, live: boolean): Diagnostic[] {
  if (stopReason === "stop" && text === "" && live) {
    return [{ severity: "warning", code: "nothing_said", message: texts.nothingSaid }];
  }
  if (end !== undefined) return [{ severity: "error", code: `turn_${end.kind}`, message: texts.end(end) }];
  return stopReason === "aborted"
    ? [{ severity: "error", code: "turn_aborted", message: texts.aborted }]
    : [];
}
