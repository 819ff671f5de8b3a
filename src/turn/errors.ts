import { ExitCode } from "../output/exit-codes.ts";
import { Fault, type FaultText } from "../output/fault.ts";
import { texts } from "./texts.ts";

export const TURN_CODES = [
  "workspace_missing",
  "session_unusable",
  "session_unknown",
  "session_busy",
  "model_missing",
  "model_unknown",
  "model_unsupported",
  "key_missing",
  "price_unknown",
  "prompt_missing",
  "flag_conflict",
  "stdin_unusable",
  "batch_unusable",
  "record_unusable",
  "arguments_invalid",
  "tool_dropped",
  "hooks_invalid",
  "nothing_waits",
  "no_child",
  "prompt_blocked",
  "attachment_unusable",
] as const;
export type TurnCode = (typeof TURN_CODES)[number];

const usage = ExitCode.usage;

/** The faults of this room, one maker per kind. */
export const turnFault = {
  noWorkspace: (path: string): Fault<TurnCode> =>
    new Fault("workspace_missing", {
      what: texts.noWorkspace,
      where: path,
      hint: texts.noWorkspaceHint,
      exit: usage,
    }),
  sessionUnknown: (id: string): Fault<TurnCode> =>
    new Fault("session_unknown", { what: texts.sessionUnknown(id), where: "--resume", exit: usage }),
  sessionBusy: (id: string): Fault<TurnCode> => new Fault("session_busy", { what: texts.sessionBusy(id) }),
  transcriptUnusable: (path: string, reason: string): Fault<TurnCode> =>
    new Fault("session_unusable", { what: texts.transcriptUnusable(reason), where: path }),
  sessionUnusable: (folder: string, reason: string, cause: unknown): Fault<TurnCode> =>
    new Fault("session_unusable", { what: texts.sessionUnusable(reason), where: folder, cause }),
  modelUnknown: (name: string, known: readonly string[]): Fault<TurnCode> =>
    new Fault("model_unknown", {
      what: texts.modelUnknown(name),
      where: "--model",
      hint: texts.modelHint(known),
      exit: usage,
    }),
  modelUnsupported: (provider: string, where: string, known: readonly string[]): Fault<TurnCode> =>
    new Fault("model_unsupported", {
      what: texts.modelUnsupported(provider),
      where,
      hint: texts.providersHint(known),
      exit: usage,
    }),
  keyMissing: (model: string, variables: readonly string[]): Fault<TurnCode> =>
    new Fault("key_missing", {
      what: texts.keyMissing(model, variables),
      where: "--model",
      hint: texts.keyHint(variables),
      exit: usage,
      data: { variables },
    }),
  keyUnusable: (variable: string): Fault<TurnCode> =>
    new Fault("key_missing", {
      what: texts.keyUnusable(variable),
      where: variable,
      hint: texts.keyUnusableHint,
      exit: usage,
    }),
  priceUnknown: (model: string): Fault<TurnCode> =>
    new Fault("price_unknown", {
      what: texts.priceUnknown(model),
      where: "--max-cost",
      hint: texts.priceHint,
      exit: usage,
    }),
  promptMissing: (why: string): Fault<TurnCode> =>
    new Fault("prompt_missing", { what: why, where: "PROMPT", hint: texts.promptHint, exit: usage }),
  attachmentUnusable: (file: string, why: string): Fault<TurnCode> =>
    new Fault("attachment_unusable", {
      what: texts.attachmentUnusable(file, why),
      where: "--file",
      exit: usage,
    }),
  modelMissing: (known: readonly string[]): Fault<TurnCode> =>
    new Fault("model_missing", {
      what: texts.modelMissing,
      where: "--model",
      hint: texts.modelMissingHint(known),
      exit: usage,
    }),
  flagConflict: (first: string, second: string): Fault<TurnCode> =>
    new Fault("flag_conflict", { what: texts.flagConflict(first, second), where: second, exit: usage }),
  stdinUnusable: (why: string): Fault<TurnCode> =>
    new Fault("stdin_unusable", { what: why, where: "stdin", exit: usage }),
  recordUnusable: (why: string, where: string): Fault<TurnCode> =>
    new Fault("record_unusable", { what: texts.recordUnusable(why), where, exit: usage }),
  batchUnusable: (why: string, where: string): Fault<TurnCode> =>
    new Fault("batch_unusable", { what: why, where, hint: texts.batchHint, exit: usage }),
  argumentsNoObject: (where: string): Fault<TurnCode> =>
    new Fault("arguments_invalid", { what: texts.argumentsNoObject, where, exit: usage }),
  argumentsInvalid: (tool: string, issues: readonly string[]): Fault<TurnCode> =>
    new Fault("arguments_invalid", {
      what: texts.argumentsInvalid(tool, issues),
      where: "--args",
      exit: usage,
    }),
  toolDropped: (tool: string, stage: string, reason: string): Fault<TurnCode> =>
    new Fault("tool_dropped", {
      what: texts.toolDropped(tool, stage, reason),
      hint: texts.toolDroppedHint(tool),
      exit: usage,
    }),
  hooksInvalid: ([first, ...others]: readonly FaultText[]): Fault<TurnCode> =>
    new Fault("hooks_invalid", { what: texts.hooksInvalid, ...first, others, exit: usage }),
  promptBlocked: (what: string): Fault<TurnCode> => new Fault("prompt_blocked", { what, where: "hooks" }),
  nothingWaits: (flag: string): Fault<TurnCode> =>
    new Fault("nothing_waits", { what: texts.nothingWaits(flag), where: flag, exit: usage }),
  nothingToGoOnWith: (): Fault<TurnCode> =>
    new Fault("prompt_missing", {
      what: texts.nothingToGoOnWith,
      where: "--resume",
      hint: texts.nothingToGoOnWithHint,
      exit: usage,
    }),
  needsResume: (flag: string): Fault<TurnCode> =>
    new Fault("flag_conflict", { what: texts.needsResume(flag), where: flag, exit: usage }),
  noChild: (what: string): Fault<TurnCode> => new Fault("no_child", { what }),
};
