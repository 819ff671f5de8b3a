import { ExitCode } from "../output/exit-codes.ts";
import { Fault, messageOf } from "../output/fault.ts";
import { texts } from "./texts.ts";

export const EXTENSION_CODES = [
  "extension_missing",
  "extension_unloadable",
  "extension_shape",
  "extension_id_taken",
  "extension_failed",
] as const;
export type ExtensionCode = (typeof EXTENSION_CODES)[number];

/** The faults of this room, one maker per code; each is wrong input of the person who named the extension. */
export const extensionFault = {
  missing: (file: string) => make("extension_missing", texts.missing, file),
  unloadable: (file: string, cause: unknown) =>
    make("extension_unloadable", texts.unloadable(messageOf(cause)), file, cause),
  shape: (file: string, problem: string) =>
    make("extension_shape", texts.shape(problem), file, undefined, texts.shapeHint),
  idTaken: (id: string) => make("extension_id_taken", texts.idTaken(id), "--extension"),
  initFailed: (id: string, cause: unknown) =>
    make("extension_failed", texts.initFailed(id, messageOf(cause)), "--extension", cause),
};

function make(
  code: ExtensionCode,
  what: string,
  where: string,
  cause?: unknown,
  hint?: string,
): Fault<ExtensionCode> {
  return new Fault(code, { what, where, cause, hint, exit: ExitCode.usage });
}
