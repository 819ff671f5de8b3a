import { ExitCode } from "../output/exit-codes.ts";
import { Fault } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import { visible } from "../output/visible.ts";
import { texts } from "./texts.ts";

export const CATALOG_CODES = [
  "unknown_tool",
  "saved_file_missing",
  "saved_file_unusable",
  "lock_exists",
  "lock_other_facts",
  "servers_silent",
  "listing_stopped",
] as const;
export type CatalogCode = (typeof CATALOG_CODES)[number];

/** The faults of this room, one maker per code. */
export const catalogFault = {
  unknownTool: (name: string, candidates: readonly string[]): Fault<CatalogCode> => {
    const names = nearest(name, new Set(candidates));
    return new Fault("unknown_tool", {
      what: texts.unknownTool(visible(name)),
      hint: names.length === 0 ? texts.seeList : texts.didYouMean(names.map(visible)),
      exit: ExitCode.usage,
      data: { name, nearest: names },
    });
  },
  lockExists: (file: string): Fault<CatalogCode> =>
    new Fault("lock_exists", {
      what: texts.lockExists,
      where: file,
      hint: texts.lockExistsHint,
      exit: ExitCode.usage,
    }),
  otherFacts: (file: string, changes: readonly string[]): Fault<CatalogCode> =>
    new Fault("lock_other_facts", {
      what: texts.otherFacts(changes.map(visible)),
      where: file,
      hint: texts.otherFactsHint,
      exit: ExitCode.usage,
    }),
  serversSilent: (names: readonly string[]): Fault<CatalogCode> =>
    new Fault("servers_silent", { what: texts.serversSilent(names.map(visible)), data: { servers: names } }),
  listingStopped: (): Fault<CatalogCode> =>
    new Fault("listing_stopped", { what: texts.listingStopped, exit: ExitCode.interrupted }),
  savedFileMissing: (role: string, file: string, hint?: string): Fault<CatalogCode> =>
    new Fault("saved_file_missing", {
      what: texts.savedFileMissing(role),
      where: file,
      hint,
      exit: ExitCode.usage,
    }),
  savedFileKind: (role: string, file: string) => unusable(texts.savedFileKind(role), file),
  savedFileBig: (role: string, file: string, most: number) => unusable(texts.savedFileBig(role, most), file),
  savedFileUnreadable: (role: string, file: string, reason: string) =>
    unusable(texts.savedFileUnreadable(role, reason), file),
  savedFileSyntax: (role: string, problem: string, where: string) =>
    unusable(texts.savedFileSyntax(role, problem), where),
  savedFileShape: (role: string, file: string, expected: string) =>
    unusable(texts.savedFileShape(role, expected), file),
  savedFileTwice: (role: string, file: string, tool: string) =>
    unusable(texts.savedFileTwice(role, visible(tool)), file, texts.savedFileMerged),
  savedFileVersion: (role: string, file: string, version: unknown) =>
    unusable(
      texts.savedFileVersion(role, JSON.stringify(version) ?? "none"),
      file,
      texts.savedFileVersionHint,
    ),
};

function unusable(what: string, where: string, hint?: string): Fault<CatalogCode> {
  return new Fault("saved_file_unusable", { what, where, hint, exit: ExitCode.usage });
}
