import { resolveDataDir } from "../../config/data-dir.ts";
import { type Host, onTerminal } from "../../config/host.ts";
import { expandPath } from "../../config/paths.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { permissionSettings } from "../../permissions/settings.ts";
import { attachment } from "../../turn/attachments.ts";
import { turnFault } from "../../turn/errors.ts";
import { DEFAULT_MAX_RETRIES, DEFAULT_MAX_STEPS, STALL_TIMEOUT_MS } from "../../turn/limits.ts";
import type { ModelChoice } from "../../turn/model-choice.ts";
import { readPrompt } from "../../turn/prompt-input.ts";
import { type ResumedSession, readSession } from "../../turn/session/resume.ts";
import { startTurn } from "../../turn/start-turn.ts";
import { exitCodeOf } from "../../turn/turn-exit.ts";
import { openWorkplace, type Workplace } from "../../turn/workplace.ts";
import type { CliContext } from "../context.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import { createTerminalAsk } from "../prompt/ask.ts";
import { wantsColor } from "../prompt/paint.ts";
import type { RunTurnFlags } from "./run-turn.ts";
import { turnOutput } from "./run-turn-output.ts";

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
  const resume = flags.resume === undefined ? undefined : resumedSession(host, flags, flags.resume);
  const workplace = await openWorkplace(host, {
    ...flags,
    workspace: flags.workspace ?? resume?.stored.workspace,
  });
  const choice = await modelChoice(
    this,
    { ...flags, model: flags.model ?? resumedModel(flags, resume) },
    workplace,
  );
  const { facts } = choice.kind === "live" ? choice.live : { facts: choice.script.model };
  const optional = choice.kind === "script" || flags.resume !== undefined;
  const prompt = await readPrompt(host, { prompt: typed, optional });
  const attachments = (flags.file ?? []).map((file) =>
    attachment(expandPath(file, host.cwd, host.home), file, facts),
  );
  const permission = permissionSettings({
    flags,
    config: workplace.loaded.config.permissions,
    where: workplace.loaded.where,
    onTerminal: onTerminal(host),
    command: "run-turn",
  });
  const { workspace } = workplace;
  const record = flags.record === undefined ? undefined : { file: flags.record, facts, workspace };
  const output = turnOutput(host, { format, quiet: flags.quiet, record });
  const document = await startTurn({
    host,
    workplace,
    choice,
    prompt,
    attachments,
    limits: {
      maxSteps: flags.maxSteps ?? DEFAULT_MAX_STEPS,
      maxTokens: flags.maxTokens,
      maxCost: flags.maxCost,
      timeoutMs: flags.turnTimeout === undefined ? undefined : flags.turnTimeout * 1000,
    },
    permission,
    facts: { role: flags.role },
    mcpTimeoutMs: flags.mcpTimeout === undefined ? undefined : flags.mcpTimeout * 1000,
    resume: resume?.session,
    ask: createTerminalAsk({ host, color: wantsColor(flags.color, host.env) }),
    sink: output.sink,
    stop: output.gone,
    onDiagnostic: (diagnostic) => {
      if (!output.gone.aborted) writeDiagnostics(host, [diagnostic], flags);
    },
  });
  await output.end(document);
  // As with any program whose reader has gone: it ends, and quietly.
  this.exitWith(output.gone.aborted ? ExitCode.ok : exitCodeOf(document, flags));
}

function resumedSession(host: Host, flags: RunTurnFlags, id: string): ResumedSession {
  return readSession(resolveDataDir(host, flags.dataDir).sessions, id);
}

/** A script is never played again by itself: it would start at its beginning. */
function resumedModel({ script }: RunTurnFlags, resume: ResumedSession | undefined): string | undefined {
  const name = resume?.stored.modelName;
  return script !== undefined || name?.startsWith("script:") ? undefined : name;
}

function refuseConflicts(flags: RunTurnFlags, typed: string | undefined): void {
  const chosen = (
    [
      ["--demo", flags.demo],
      ["--script", flags.script],
      ["--model", flags.model],
    ] as const
  ).filter(([, value]) => value !== undefined && value !== false);
  const [first, second] = chosen;
  if (first !== undefined && second !== undefined) throw turnFault.flagConflict(first[0], second[0]);
  if (flags.demo !== true) return;
  if (typed !== undefined) throw turnFault.flagConflict("--demo", "PROMPT");
  if (flags.resume !== undefined) throw turnFault.flagConflict("--demo", "--resume");
}

async function modelChoice(
  context: CliContext,
  flags: RunTurnFlags,
  workplace: Workplace,
): Promise<ModelChoice> {
  const { host } = context;
  const { models } = workplace.loaded.config;
  const name = flags.script === undefined ? flags.model : `script:${flags.script}`;
  if (name === undefined) throw turnFault.modelMissing(Object.keys(models));
  if (name.startsWith("script:")) {
    const { readScript } = await import("../../turn/script/read.ts");
    const file = name.slice("script:".length);
    return { kind: "script", name, script: await readScript(expandPath(file, host.cwd, host.home), file) };
  }
  const { resolveLiveModel } = await import("../../turn/live/resolve.ts");
  const live = await resolveLiveModel(name, { models, env: host.env, thinking: flags.thinking });
  if (flags.maxCost !== undefined && !live.priced) throw turnFault.priceUnknown(name);
  return {
    kind: "live",
    name,
    live,
    maxRetries: flags.maxRetries ?? DEFAULT_MAX_RETRIES,
    stallMs: flags.stallTimeout === undefined ? STALL_TIMEOUT_MS : flags.stallTimeout * 1000,
  };
}
