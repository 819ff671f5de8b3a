import type { PathRefusal } from "../../contract/path-guard.ts";
import { Fault } from "../../output/fault.ts";
import { systemCode, systemReason } from "../../output/system-error.ts";
import { fileTexts as texts } from "./texts.ts";

export const FILE_CODES = [
  "read_only",
  "is_folder",
  "parent_is_file",
  "changed_since_read",
  "changed_meanwhile",
  "appeared_meanwhile",
  "ill_formed_text",
  "binary",
  "too_large",
  "stopped",
  "system",
] as const;
export type FileCode = (typeof FILE_CODES)[number];

/** The faults that read, write and edit share, one maker per code. */
export const fileFault = {
  readOnly: (path: string) => new Fault<FileCode>("read_only", { what: texts.readOnly(path) }),
  isFolder: (path: string) => new Fault<FileCode>("is_folder", { what: texts.isFolder(path) }),
  namesFolder: (path: string) => new Fault<FileCode>("is_folder", { what: texts.namesFolder(path) }),
  parentIsFile: (path: string) => new Fault<FileCode>("parent_is_file", { what: texts.parentIsFile(path) }),
  changedSinceRead: (path: string) =>
    new Fault<FileCode>("changed_since_read", { what: texts.changedSinceRead(path) }),
  changedMeanwhile: (path: string) =>
    new Fault<FileCode>("changed_meanwhile", { what: texts.changedMeanwhile(path) }),
  appearedMeanwhile: (path: string) =>
    new Fault<FileCode>("appeared_meanwhile", { what: texts.appearedMeanwhile(path) }),
  illFormedText: (parameter: string) =>
    new Fault<FileCode>("ill_formed_text", { what: texts.illFormedText(parameter) }),
  binary: (path: string, typeName: string) =>
    new Fault<FileCode>("binary", { what: texts.binary(path, typeName), data: { type: typeName } }),
  tooLarge: (path: string, bytes: number, most: number) =>
    new Fault<FileCode>("too_large", { what: texts.tooLarge(path, bytes, most), data: { bytes, most } }),
  stopped: (path: string) =>
    new Fault<FileCode>("stopped", { what: texts.stopped(path), data: { aborted: true } }),
  system: (path: string, cause: unknown) =>
    new Fault<FileCode>("system", {
      what: texts.system(path, systemReason(cause)),
      cause,
      data: { errno: systemCode(cause) },
    }),
};

/** A refusal of the path guard as the fault of a call, with the guard's own code and words. */
export function pathFault(refusal: PathRefusal, hint?: string): Fault {
  return new Fault(refusal.code, { what: refusal.message, hint });
}
