import { ExitCode } from "../../output/exit-codes.ts";
import { Fault, type FaultText } from "../../output/fault.ts";
import { scriptTexts as texts } from "./texts.ts";

export const SCRIPT_CODES = ["script_missing", "script_invalid"] as const;
export type ScriptCode = (typeof SCRIPT_CODES)[number];

export const scriptFault = {
  missing: (file: string): Fault<ScriptCode> =>
    new Fault("script_missing", { what: texts.missing, where: file, exit: ExitCode.usage }),
  /** All faults of one script; the first is the fault itself. */
  invalid: (first: FaultText, others: readonly FaultText[]): Fault<ScriptCode> =>
    new Fault("script_invalid", { ...first, others, exit: ExitCode.usage }),
};
