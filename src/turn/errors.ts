import { ExitCode } from "../output/exit-codes.ts";
import { Fault } from "../output/fault.ts";
import { texts } from "./texts.ts";

export const TURN_CODES = [
  "session_unusable",
  "model_unknown",
  "model_unsupported",
  "key_missing",
  "price_unknown",
  "prompt_missing",
  "flag_conflict",
  "attachment_unusable",
  "turn_failed",
] as const;
export type TurnCode = (typeof TURN_CODES)[number];

const usage = ExitCode.usage;

/** The faults of this room, one maker per kind. */
export const turnFault = {
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
};
