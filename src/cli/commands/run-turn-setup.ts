import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { resolveDataDir } from "../../config/data-dir.ts";
import type { Host } from "../../config/host.ts";
import { expandPath } from "../../config/paths.ts";
import { failureReason, systemCode } from "../../output/system-error.ts";
import { turnFault } from "../../turn/errors.ts";
import { DEFAULT_MAX_STEPS } from "../../turn/limits.ts";
import { chooseModel, type ModelChoice } from "../../turn/model-choice.ts";
import type { TurnBeginning } from "../../turn/session/continuation.ts";
import { type ResumedSession, readSession } from "../../turn/session/resume.ts";
import { texts } from "../../turn/texts.ts";
import type { TurnLimits } from "../../turn/turn-input.ts";
import type { Workplace } from "../../turn/workplace.ts";
import type { RunTurnFlags } from "./run-turn-flags.ts";

/** @throws Fault (exit 2) for flags that do not go together. */
export function refuseConflicts(flags: RunTurnFlags, typed: string | undefined): void {
  refuseTwo([
    ["--demo", flags.demo],
    ["--script", flags.script],
    ["--model", flags.model],
  ]);
  refuseTwo([
    ["--approve", flags.approve],
    ["--reject", flags.reject],
    ["--answer", flags.answer],
  ]);
  if (flags.demo === true) {
    refuseTwo([
      ["--demo", true],
      ["PROMPT", typed],
      ["--resume", flags.resume],
    ]);
  }
  if (flags.batch !== undefined) refuseWithBatch(flags, typed);
  if (flags.resume !== undefined) return;
  for (const [name, given] of [
    ["--answer", flags.answer],
    ["--approve", flags.approve],
    ["--reject", flags.reject],
  ] as const) {
    if (given !== undefined && given !== false) throw turnFault.needsResume(name);
  }
}

/** Each line is a prompt for a session of its own: nothing else may be said, and there is no one recording. */
function refuseWithBatch(flags: RunTurnFlags, typed: string | undefined): void {
  for (const [name, given] of [
    ["PROMPT", typed],
    ["--demo", flags.demo],
    ["--resume", flags.resume],
    ["--record", flags.record],
  ] as const) {
    refuseTwo([
      ["--batch", true],
      [name, given],
    ]);
  }
}

function refuseTwo(flags: readonly (readonly [string, unknown])[]): void {
  const [first, second] = flags.filter(([, value]) => value !== undefined && value !== false);
  if (first !== undefined && second !== undefined) throw turnFault.flagConflict(first[0], second[0]);
}

export function resumedSession(host: Host, flags: RunTurnFlags): ResumedSession | undefined {
  if (flags.resume === undefined) return undefined;
  return readSession(resolveDataDir(host, flags.dataDir).sessions, flags.resume);
}

/** Who shall answer: the flags, else the agent, else who answered in the session. */
export function modelName(
  flags: RunTurnFlags,
  agent: string | undefined,
  resume: ResumedSession | undefined,
): string | undefined {
  if (flags.script !== undefined) return `script:${flags.script}`;
  const before = resume?.stored.modelName;
  // A script is never played again by itself: it would start at its beginning.
  return flags.model ?? agent ?? (before?.startsWith("script:") ? undefined : before);
}

/** @throws Fault (exit 2) for no model, an unknown one, a missing key, a broken script, an unknown price. */
export async function modelChoice(
  host: Host,
  name: string | undefined,
  { flags, workplace }: { readonly flags: RunTurnFlags; readonly workplace: Workplace },
): Promise<ModelChoice> {
  const { models } = workplace.loaded.config;
  if (name === undefined) throw turnFault.modelMissing(Object.keys(models));
  const choice = await chooseModel(name, {
    host,
    models,
    thinking: flags.thinking,
    maxRetries: flags.maxRetries,
    stallMs: flags.stallTimeout === undefined ? undefined : flags.stallTimeout * 1000,
  });
  if (flags.maxCost !== undefined && choice.kind === "live" && !choice.live.priced) {
    throw turnFault.priceUnknown(name);
  }
  return choice;
}

/**
 * Where the recording goes, absolute. A turn may take long and cost money: that it could not be written is told before.
 * @throws Fault (exit 2) for a missing or closed folder, and for anything but a regular file in its place.
 */
export function recordFile(host: Host, typed: string): string {
  const file = expandPath(typed, host.cwd, host.home);
  try {
    accessSync(`${dirname(file)}/`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw turnFault.recordUnusable(
      systemCode(error) === "ENOENT" ? texts.noFolder : failureReason(error),
      file,
    );
  }
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isFile() === false) throw turnFault.recordUnusable(texts.noFile, file);
  return file;
}

export function limitsOf(flags: RunTurnFlags): TurnLimits {
  return {
    maxSteps: flags.maxSteps ?? DEFAULT_MAX_STEPS,
    maxTokens: flags.maxTokens,
    maxCost: flags.maxCost,
    timeoutMs: flags.turnTimeout === undefined ? undefined : flags.turnTimeout * 1000,
  };
}

export function beginningOf(flags: RunTurnFlags, prompt: string | undefined): TurnBeginning {
  const decision = flags.approve === true ? "approve" : flags.reject === true ? "reject" : undefined;
  return { prompt, answers: flags.answer, decision, plan: flags.plan, goal: flags.goal };
}
