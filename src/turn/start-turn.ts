import type { ImageContent, TextContent, UserMessage } from "@earendil-works/pi-ai";
import type { LockDocument } from "../catalog/lock/types.ts";
import type { Host } from "../config/host.ts";
import { withLock } from "../config/owner.ts";
import type { PermissionMode } from "../config/types.ts";
import { VERSION } from "../config/version.ts";
import type { ModelFacts } from "../contract/model.ts";
import type { Extension } from "../extensions/types.ts";
import type { Elicit, ServerPhase } from "../mcp/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { SecretMask } from "../output/secrets.ts";
import { textTokens } from "../output/text-tokens.ts";
import type { RuleSet } from "../permissions/rules/types.ts";
import type { AskUser } from "../permissions/types.ts";
import type { QuestionPort } from "../tools/ask-user/types.ts";
import { type Assembly, assembleTurn, type TurnFacts } from "./assemble.ts";
import { entryOf } from "./call-log.ts";
import { createDelegation } from "./delegate.ts";
import { turnFault } from "./errors.ts";
import { featureSwitches } from "./feature-switches.ts";
import { createHistoryFit } from "./fit-history.ts";
import { foreignPath, loadHooks } from "./hooks/open.ts";
import type { LoadedHooks } from "./hooks/read.ts";
import { hookTexts } from "./hooks/texts.ts";
import { factsOfChoice, type ModelChoice, modelOf } from "./model-choice.ts";
import { oldReceipts } from "./old-receipt.ts";
import { userMessage } from "./prompt.ts";
import { reminderTexts } from "./reminder-texts.ts";
import { lostReminders, remindersOf } from "./reminders.ts";
import { runTurn } from "./run-turn.ts";
import { beginTurn, type Continuation, type TurnBeginning } from "./session/continuation.ts";
import { appending, ForeignTranscript } from "./session/foreign-transcript.ts";
import { cutPartialLine, readTranscript, type StoredSession } from "./session/history-file.ts";
import { takeInbox } from "./session/inbox.ts";
import { createSession, newId, type Session } from "./session/session.ts";
import { type LostTask, Transcript } from "./session/transcript.ts";
import { systemPrompt } from "./system-prompt.ts";
import { texts } from "./texts.ts";

import type { TurnLimits } from "./turn-input.ts";
import type { TurnDocument, TurnEventSink } from "./types.ts";
import { TurnUse } from "./usage.ts";
import type { Workplace } from "./workplace.ts";

export interface StartTurnOptions {
  readonly host: Host;
  readonly workplace: Workplace;
  readonly choice: ModelChoice;
  /** What is said, and what is answered; nothing for a script that starts by itself. */
  readonly beginning: TurnBeginning;
  readonly attachments?: readonly (TextContent | ImageContent)[];
  readonly limits: TurnLimits;
  readonly permission: { readonly mode: PermissionMode; readonly rules: RuleSet };
  readonly facts: TurnFacts;
  /** Told first. */
  readonly notices?: readonly Diagnostic[];
  /** Of a custom agent; part of the system prompt. */
  readonly instructions?: string;
  readonly extensions?: readonly Extension[];
  readonly lock?: LockDocument;
  readonly mcpTimeoutMs?: number;
  /** A session to go on with; what it holds is read once it is locked. */
  readonly resume?: Session;
  readonly ask?: AskUser;
  /** Where the user can answer questions of the model at once. */
  readonly questions?: QuestionPort;
  /** Where the user can answer MCP servers. */
  readonly elicit?: Elicit;
  /** Ends the turn besides the signals of the host: nobody reads its output any more. */
  readonly stop?: AbortSignal;
  readonly sink: TurnEventSink;
  /** What is said to the model while it works; asked for after each step. */
  readonly steering?: () => readonly string[];
  /** Set in a child of another turn: it has no children itself. */
  readonly parent?: ParentTurn;
  readonly onServer?: (server: string, phase: ServerPhase) => void;
  /** Told as they come, as well as in the document. */
  onDiagnostic(diagnostic: Diagnostic): void;
}

/** What a child shares with the turn that gave it its work. */
export interface ParentTurn {
  readonly use: TurnUse;
  /** Ctrl-C at a prompt of the child ends everything. */
  endTurn(): void;
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
  const { host, workplace, choice } = options;
  const { config, path } = workplace.loaded;
  const stored = options.resume === undefined ? undefined : readTranscript(session.transcript);
  const switches = featureSwitches(config, path ?? workplace.dataDir.configFile, host.platform);
  const begun = await beginTurn(options.beginning, stored, switches);
  const mask = new SecretMask();
  for (const { name, value } of workplace.secrets) mask.add(name, value);
  if (choice.kind === "live") mask.add(choice.live.keyVariable, choice.live.apiKey);
  const told = new Told(mask, options.onDiagnostic);
  told.all([...workplace.loaded.diagnostics, ...workplace.servers.diagnostics, ...(options.notices ?? [])]);
  if (stored !== undefined && stored.damaged > 0) told.one(damaged(stored.damaged, session.transcript));
  if (stored !== undefined) cutPartialLine(session.transcript);
  const report = (diagnostic: Diagnostic) => told.one(diagnostic);
  const transcript = new Transcript(session.transcript, { mask, report, now: () => host.now() });
  if (stored === undefined) {
    const { workspace } = workplace;
    const sessionId = session.id;
    transcript.append({ type: "session", schemaVersion: 1, sessionId, workspace, version: VERSION });
  }
  const ending = new AbortController();
  const signal = AbortSignal.any([host.signal, ending.signal, ...(options.stop ? [options.stop] : [])]);
  const turnId = newId(host.now());
  const running = { ...options, ...begun, stored, session, turnId, mask, report, transcript, signal, told };
  try {
    return await withAssembly(running, () => {
      ending.abort("user");
      options.parent?.endTurn();
    });
  } finally {
    transcript.close();
  }
}

function damaged(lines: number, where: string): Diagnostic {
  return { severity: "warning", code: "transcript_damaged", message: texts.transcriptDamaged(lines), where };
}

/** Everything worth telling about a turn: told as it comes, and kept for its document. */
class Told {
  readonly diagnostics: Diagnostic[] = [];
  readonly #mask: SecretMask;
  readonly #onDiagnostic: (diagnostic: Diagnostic) => void;

  constructor(mask: SecretMask, onDiagnostic: (diagnostic: Diagnostic) => void) {
    this.#mask = mask;
    this.#onDiagnostic = onDiagnostic;
  }

  one(diagnostic: Diagnostic): void {
    const shown = this.#mask.maskDeep(diagnostic);
    this.diagnostics.push(shown);
    this.#onDiagnostic(shown);
  }

  all(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.one(diagnostic);
  }
}

interface WithHooks {
  readonly hooks: LoadedHooks | undefined;
}

interface Running extends StartTurnOptions, WithHooks, Continuation {
  readonly session: Session;
  readonly stored: StoredSession | undefined;
  readonly turnId: string;
  readonly mask: SecretMask;
  readonly transcript: Transcript;
  readonly told: Told;
  readonly signal: AbortSignal;
  report(diagnostic: Diagnostic): void;
}

async function withAssembly(running: Running, endTurn: () => void): Promise<TurnDocument> {
  const { choice, transcript, turnId, told, extensions = [] } = running;
  const use = new TurnUse(running.parent?.use);
  const delegation =
    running.parent === undefined
      ? await createDelegation({
          turn: running,
          plan: running.plan,
          parent: { use, endTurn },
          run: startTurn,
        })
      : undefined;
  const assembly = await assembleTurn({
    ...running,
    extensions,
    delegation,
    model: factsOfChoice(choice),
    handOver: choice.kind === "live" || choice.script.handOver,
    endTurn,
    onConnectorCall: (outcome) => {
      const { step: _none, ...entry } = entryOf(outcome, 0);
      transcript.append({ type: "connector", turnId, ...entry });
    },
  });
  const close = async () => {
    const { lost, diagnostics } = await assembly.close();
    told.all(diagnostics);
    return lost;
  };
  try {
    told.all(assembly.catalog.diagnostics);
    if (running.stored !== undefined)
      assembly.services.todos.replace(running.session.id, running.stored.todos);
    told.all(extensionProblems(await assembly.extensions.turnStart()));
    const end = async () => {
      told.all(extensionProblems(await assembly.extensions.turnEnd()));
      return close();
    };
    return await turnOf(running, assembly, { use, end });
  } finally {
    await close();
  }
}

function extensionProblems(problems: readonly string[]): Diagnostic[] {
  return problems.map((message) => ({ severity: "warning", code: "extension_failed", message }));
}

interface Around {
  readonly use: TurnUse;
  /** Ends everything that the turn started. */
  readonly end: () => Promise<readonly LostTask[]>;
}

async function turnOf(running: Running, assembly: Assembly, { use, end }: Around): Promise<TurnDocument> {
  const { host, workplace, choice, session, mask, goal } = running;
  const { workspace } = workplace;
  const model = await modelOf(choice, {
    workspace,
    now: () => host.now(),
    onRetry: ({ attempt, delayMs, reason }) =>
      running.sink({ type: "message_retry", attempt, delayMs, reason: mask.mask(reason) }),
  });
  const prompting = systemPrompt({
    workspace,
    platform: host.platform,
    agent: running.instructions,
    contributions: assembly.extensions.systemPrompt,
  });
  const foreign = [...assembly.formats].map((format) => {
    const write = appending(foreignPath(session, format), mask);
    const startedAt = host.now();
    return new ForeignTranscript({ format, sessionId: session.id, workspace, startedAt, write });
  });
  return runTurn({
    ...running,
    sessionId: session.id,
    model,
    modelName: choice.name,
    tools: assembly.tools,
    deferred: assembly.deferred,
    path: assembly.path,
    systemPrompt: prompting,
    history: running.stored?.messages ?? [],
    prompt: await promptOf(running, assembly, model.facts),
    permission: running.permission.mode,
    fit: createHistoryFit({
      contextWindow: model.facts.contextWindow,
      overhead: textTokens(prompting) + assembly.catalog.totals.estimatedTokens,
      receipt: oldReceipts(assembly.artifacts),
    }),
    followUp: async (text) => (await assembly.hooks?.stop(text)) ?? goalFollowUp(goal),
    stopReason: () => assembly.hooks?.ending,
    use,
    end,
    onMessage: (message) => {
      for (const transcript of foreign) transcript.append(message);
    },
    expectations: model.report,
    diagnostics: running.told.diagnostics,
    now: () => host.now(),
  });
}

/** A goal that is not reached does not let the turn end (60-turn). */
function goalFollowUp(goal: Running["goal"]): string | undefined {
  return goal === undefined || goal.completed ? undefined : reminderTexts.goalOpen(goal.text);
}

/** The user's message, with what goes before it; a hook may refuse the prompt, or add to it. */
async function promptOf(
  running: Running,
  assembly: Assembly,
  model: ModelFacts,
): Promise<UserMessage | undefined> {
  const { prompt: text, attachments = [], host, session, plan } = running;
  const lost = lostReminders(running.stored?.lost ?? []);
  if (text === undefined) {
    if (lost.length === 0 || running.choice.kind === "script") return undefined;
    return userMessage({ reminders: lost, text: "", attachments: [], now: host.now() });
  }
  const hooked = await assembly.hooks?.prompt(text);
  if (hooked?.block !== undefined) throw turnFault.promptBlocked(hookTexts.promptBlocked(hooked.block));
  const inbox = await takeInbox(session.folder, host.platform);
  const reminders = [
    ...lost,
    ...remindersOf(assembly, {
      model,
      mcodeTools: running.workplace.loaded.config.beta.mcodeTools,
      planFile: plan ? session.plan : undefined,
      todos: assembly.services.todos.get(session.id),
      inbox,
    }),
    ...(hooked?.context ?? []),
  ];
  return userMessage({ reminders, text, attachments, now: host.now() });
}
