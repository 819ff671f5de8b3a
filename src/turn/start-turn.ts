import type { ImageContent, Message, TextContent, UserMessage } from "@earendil-works/pi-ai";
import type { FactRequest } from "../catalog/facts.ts";
import type { Host } from "../config/host.ts";
import { withLock } from "../config/owner.ts";
import type { PermissionMode } from "../config/types.ts";
import { VERSION } from "../config/version.ts";
import type { ServerPhase } from "../mcp/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { SecretMask } from "../output/secrets.ts";
import type { RuleSet } from "../permissions/rules/types.ts";
import type { AskUser } from "../permissions/types.ts";
import type { QuestionPort } from "../tools/ask-user/types.ts";
import { type Assembly, assembleTurn } from "./assemble.ts";
import { entryOf } from "./call-log.ts";
import { turnFault } from "./errors.ts";
import { createHistoryFit } from "./fit-history.ts";
import { foreignPath, loadHooks } from "./hooks/open.ts";
import type { LoadedHooks } from "./hooks/read.ts";
import { hookTexts } from "./hooks/texts.ts";
import { type ModelChoice, modelOf } from "./model-choice.ts";
import { oldReceipts } from "./old-receipt.ts";
import { userMessage } from "./prompt.ts";
import { remindersOf } from "./reminders.ts";
import { runTurn } from "./run-turn.ts";
import { ForeignTranscript } from "./session/foreign-transcript.ts";
import { cutPartialLine, readTranscript } from "./session/history-file.ts";
import { createSession, newId, type Session } from "./session/session.ts";
import { Transcript } from "./session/transcript.ts";
import { systemPrompt } from "./system-prompt.ts";
import { textTokens } from "./token-estimate.ts";
import type { TurnLimits } from "./turn-input.ts";
import type { TurnDocument, TurnEventSink } from "./types.ts";
import type { Workplace } from "./workplace.ts";

export interface StartTurnOptions {
  readonly host: Host;
  readonly workplace: Workplace;
  readonly choice: ModelChoice;
  /** Undefined for a script that starts by itself, and for a session that goes on. */
  readonly prompt?: string;
  readonly attachments?: readonly (TextContent | ImageContent)[];
  readonly limits: TurnLimits;
  readonly permission: { readonly mode: PermissionMode; readonly rules: RuleSet };
  readonly facts: Omit<FactRequest, "model" | "disabled">;
  readonly mcpTimeoutMs?: number;
  /** A session to go on with; what it holds is read once it is locked. */
  readonly resume?: Session;
  readonly ask?: AskUser;
  /** Where the user can answer questions of the model at once. */
  readonly questions?: QuestionPort;
  /** Ends the turn besides the signals of the host: nobody reads its output any more. */
  readonly stop?: AbortSignal;
  readonly sink: TurnEventSink;
  readonly onServer?: (server: string, phase: ServerPhase) => void;
  /** Told as they come, as well as in the document. */
  onDiagnostic(diagnostic: Diagnostic): void;
}

/**
 * One turn from its facts to its document: session, servers, catalog, loop, and the end of everything that
 * was started, whichever way the turn ends.
 * @throws Fault: no such session (exit 2), one that another process works in, what assembling finds.
 */
export async function startTurn(options: StartTurnOptions): Promise<TurnDocument> {
  const { host, workplace } = options;
  const hooks = await loadHooks(workplace.loaded.config.hooks);
  const session = options.resume ?? (await createSession(workplace.dataDir.sessions, host.now()));
  const lock = `${session.folder}/lock`;
  const done = await withLock(lock, { platform: host.platform, waitMs: 0 }, () =>
    inSession({ ...options, hooks }, session),
  );
  if (done === undefined) throw turnFault.sessionBusy(session.id);
  return done.value;
}

async function inSession(options: StartTurnOptions & WithHooks, session: Session): Promise<TurnDocument> {
  const { host, workplace } = options;
  const mask = new SecretMask();
  for (const { name, value } of workplace.servers.secrets) mask.add(name, value);
  if (options.choice.kind === "live") mask.add(options.choice.live.keyVariable, options.choice.live.apiKey);

  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => {
    const shown = mask.maskDeep(diagnostic);
    diagnostics.push(shown);
    options.onDiagnostic(shown);
  };
  for (const diagnostic of [...workplace.loaded.diagnostics, ...workplace.servers.diagnostics])
    report(diagnostic);
  if (options.resume !== undefined) cutPartialLine(session.transcript);
  const transcript = new Transcript(session.transcript, { mask, report, now: () => host.now() });
  if (options.resume === undefined) {
    const { id: sessionId } = session;
    const { workspace } = workplace;
    transcript.append({ type: "session", schemaVersion: 1, sessionId, workspace, version: VERSION });
  }
  const ending = new AbortController();
  const signal = AbortSignal.any([host.signal, ending.signal, ...(options.stop ? [options.stop] : [])]);
  try {
    return await withAssembly(
      { ...options, session, turnId: newId(host.now()), mask, report, transcript, diagnostics, signal },
      () => ending.abort("user"),
    );
  } finally {
    transcript.close();
  }
}

interface WithHooks {
  readonly hooks: LoadedHooks | undefined;
}

interface Begun extends StartTurnOptions, WithHooks {
  readonly session: Session;
  readonly turnId: string;
  readonly mask: SecretMask;
  readonly transcript: Transcript;
  readonly diagnostics: readonly Diagnostic[];
  readonly signal: AbortSignal;
  report(diagnostic: Diagnostic): void;
}

async function withAssembly(begun: Begun, endTurn: () => void): Promise<TurnDocument> {
  const { host, choice, transcript, turnId } = begun;
  const assembly = await assembleTurn({
    ...begun,
    model: choice.kind === "live" ? choice.live.facts : choice.script.model,
    handOver: choice.kind === "live" || choice.script.handOver,
    endTurn,
    onConnectorCall: (outcome) => {
      const { step: _none, ...entry } = entryOf(outcome, 0);
      transcript.append({ type: "connector", turnId, ...entry });
    },
  });
  try {
    for (const diagnostic of assembly.catalog.diagnostics) begun.report(diagnostic);
    return await turnOf(begun, assembly, host);
  } finally {
    for (const diagnostic of await assembly.close()) begun.report(diagnostic);
  }
}

async function turnOf(begun: Begun, assembly: Assembly, host: Host): Promise<TurnDocument> {
  const { workplace, choice, session, mask } = begun;
  const { workspace } = workplace;
  const model = await modelOf(choice, {
    workspace,
    now: () => host.now(),
    onRetry: ({ attempt, delayMs, reason }) =>
      begun.sink({ type: "message_retry", attempt, delayMs, reason: mask.mask(reason) }),
  });
  const prompting = systemPrompt({ workspace, platform: host.platform, contributions: [] });
  const prompt = await promptOf(begun, assembly);
  const foreign = [...assembly.formats].map(
    (format) =>
      new ForeignTranscript({
        format,
        path: foreignPath(session, format),
        sessionId: session.id,
        workspace,
        mask,
      }),
  );
  return runTurn({
    sessionId: session.id,
    turnId: begun.turnId,
    model,
    modelName: choice.name,
    tools: assembly.tools,
    path: assembly.path,
    systemPrompt: prompting,
    history: storedMessages(begun),
    prompt,
    limits: begun.limits,
    signal: begun.signal,
    transcript: begun.transcript,
    permission: begun.permission.mode,
    mask,
    sink: begun.sink,
    fit: createHistoryFit({
      contextWindow: model.facts.contextWindow,
      overhead: textTokens(prompting) + assembly.catalog.totals.estimatedTokens,
      receipt: oldReceipts(assembly.artifacts),
    }),
    followUp: (text) => assembly.hooks?.stop(text) ?? Promise.resolve(undefined),
    stopReason: () => assembly.hooks?.ending,
    onMessage: (message) => {
      for (const transcript of foreign) transcript.append(message);
    },
    expectations: model.report,
    diagnostics: begun.diagnostics,
    report: begun.report,
    now: () => host.now(),
  });
}

function storedMessages({ resume }: Begun): readonly Message[] {
  return resume === undefined ? [] : (readTranscript(resume.transcript)?.messages ?? []);
}

/** The user's message, with what goes before it; a hook may refuse the prompt, or add to it. */
async function promptOf(begun: Begun, assembly: Assembly): Promise<UserMessage | undefined> {
  const { prompt: text, attachments = [], host } = begun;
  if (text === undefined) return undefined;
  const hooked = await assembly.hooks?.prompt(text);
  if (hooked?.block !== undefined) throw turnFault.promptBlocked(hookTexts.promptBlocked(hooked.block));
  const reminders = [...remindersOf(assembly), ...(hooked?.context ?? [])];
  return userMessage({ reminders, text, attachments, now: host.now() });
}
