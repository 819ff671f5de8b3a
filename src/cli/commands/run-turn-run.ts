import { type Host, onTerminal } from "../../config/host.ts";
import { expandPath } from "../../config/paths.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { permissionSettings } from "../../permissions/settings.ts";
import { attachment } from "../../turn/attachments.ts";
import { factsOfChoice } from "../../turn/model-choice.ts";
import { readBatch, readPrompt } from "../../turn/prompt-input.ts";
import { type StartTurnOptions, startTurn } from "../../turn/start-turn.ts";
import { exitCodeOf } from "../../turn/turn-exit.ts";
import { openWorkplace, type Workplace } from "../../turn/workplace.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import { createElicit } from "../elicitation/ask.ts";
import { createTerminalAsk } from "../prompt/ask.ts";
import { OneAtATime } from "../prompt/one-at-a-time.ts";
import { wantsColor } from "../prompt/paint.ts";
import { createQuestionnaire } from "../questionnaire/ask.ts";
import { agentFacts } from "./agent-facts.ts";
import { heldLock } from "./locked.ts";
import { ownExtensions } from "./own-extensions.ts";
import type { RunTurnFlags } from "./run-turn-flags.ts";
import { turnOutput } from "./run-turn-output.ts";
import {
  beginningOf,
  limitsOf,
  modelChoice,
  modelName,
  recordFile,
  refuseConflicts,
  resumedSession,
} from "./run-turn-setup.ts";

export async function runTurnCommandLine(
  this: CliContext,
  flags: RunTurnFlags,
  typed?: string,
): Promise<void> {
  const { host } = this;
  refuseConflicts(flags, typed);
  const format = flags.json === true ? "json" : (flags.format ?? "text");
  if (flags.demo === true) {
    const { runDemo } = await import("./run-turn-demo.ts");
    this.exitWith(await runDemo(host, flags, format));
    return;
  }
  const resume = resumedSession(host, flags);
  const workplace = await openWorkplace(host, {
    ...flags,
    workspace: flags.workspace ?? resume?.stored.workspace,
  });
  const agent = await agentFacts(host, workplace.dataDir, flags);
  const choice = await modelChoice(host, modelName(flags, agent.model, resume), { flags, workplace });
  const facts = factsOfChoice(choice);
  const optional = choice.kind === "script" || resume !== undefined;
  const { workspace } = workplace;
  const record =
    flags.record === undefined ? undefined : { file: recordFile(host, flags.record), facts, workspace };
  const { batch } = flags;
  const prompts =
    batch === undefined
      ? [await readPrompt(host, { prompt: typed, optional })]
      : await readBatch(expandPath(batch, host.cwd, host.home), batch);
  const output = turnOutput(host, { format, quiet: flags.quiet, record, lines: batch !== undefined });
  const common = {
    ...(await surroundings(host, flags, workplace)),
    choice,
    attachments: await Promise.all(
      (flags.file ?? []).map((file) => attachment(expandPath(file, host.cwd, host.home), file, facts)),
    ),
    facts: agent.facts,
    instructions: agent.instructions,
    notices: agent.diagnostics,
    limits: limitsOf(flags),
    resume: resume?.session,
    sink: output.sink,
    stop: output.gone,
    onDiagnostic: (diagnostic: Diagnostic) => {
      if (!output.gone.aborted) writeDiagnostics(host, [diagnostic], flags);
    },
  };
  let failed: ExitCode = ExitCode.ok;
  for (const [index, prompt] of prompts.entries()) {
    if (batch !== undefined) output.begin(index + 1, prompts.length, prompt ?? "");
    const document = await startTurn({ ...common, beginning: beginningOf(flags, prompt) });
    await output.end(document);
    // As with any program whose reader has gone: it ends, and quietly.
    if (output.gone.aborted) return this.exitWith(ExitCode.ok);
    const code = exitCodeOf(document, flags);
    if (failed === ExitCode.ok) failed = code;
    if (document.stopReason === "aborted") return this.exitWith(code);
  }
  this.exitWith(failed);
}

type Surroundings = Pick<
  StartTurnOptions,
  | "host"
  | "workplace"
  | "permission"
  | "extensions"
  | "lock"
  | "ask"
  | "questions"
  | "elicit"
  | "mcpTimeoutMs"
  | "onServer"
>;

/** Everything around a turn that does not depend on who answers in it. */
async function surroundings(host: Host, flags: RunTurnFlags, workplace: Workplace): Promise<Surroundings> {
  const { loaded, workspace } = workplace;
  const terminal = onTerminal(host);
  const color = wantsColor(flags.color, host.env);
  const asking = new OneAtATime();
  return {
    host,
    workplace,
    permission: permissionSettings({
      flags,
      config: loaded.config.permissions,
      where: loaded.where,
      onTerminal: terminal,
      command: "run-turn",
    }),
    extensions: await ownExtensions(host, flags),
    lock: await heldLock(flags, workspace),
    ask: asking.wrap(createTerminalAsk({ host, color })),
    questions: asking.wrap(createQuestionnaire({ host, color })),
    elicit: asking.wrap(createElicit({ host, color })),
    mcpTimeoutMs: flags.mcpTimeout === undefined ? undefined : flags.mcpTimeout * 1000,
    onServer:
      terminal && flags.quiet !== true
        ? (server, phase) => host.stderr.write(`${server}: ${phase}\n`)
        : undefined,
  };
}
