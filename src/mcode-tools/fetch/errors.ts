import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { causeForMessages, problemForMessages } from "./shown-url.ts";
import { texts } from "./texts.ts";

export const FETCH_CODES = [
  "pins_incomplete",
  "pin_invalid",
  "sources_conflict",
  "url_invalid",
  "source_unreadable",
  "connection_failed",
  "redirect_invalid",
  "timed_out",
  "http_status",
  "package_absent",
  "registry_answer_invalid",
  "body_short",
  "archive_cut",
  "not_gzip",
  "archive_invalid",
  "integrity_mismatch",
  "limit_exceeded",
  "entry_missing",
  "entry_duplicate",
  "entry_not_a_file",
  "entry_mismatch",
  "manifest_invalid",
  "not_cached",
  "place_failed",
  "place_busy",
  "interrupted",
  "npm_config_invalid",
] as const;
export type FetchCode = (typeof FETCH_CODES)[number];

/** Expected and got, for programs; the sentence says the same. */
export interface Difference {
  readonly expected: string;
  readonly got: string;
}

/** The faults of fetching, one maker per code. */
export const fetchFault = {
  pinsIncomplete: (missing: readonly string[]) =>
    fault("pins_incomplete", { what: texts.pinsIncomplete(missing), exit: ExitCode.usage }),
  pinInvalid: (flag: string, value: string, wanted: string) =>
    fault("pin_invalid", { what: texts.pinInvalid(value, wanted), where: flag, exit: ExitCode.usage }),
  sourcesConflict: (flags: readonly string[]) =>
    fault("sources_conflict", { what: texts.sourcesConflict(flags), exit: ExitCode.usage }),
  urlInvalid: (value: string) =>
    fault("url_invalid", { what: texts.urlInvalid(value), where: "--url", exit: ExitCode.usage }),
  sourceUnreadable: (path: string, problem: string, cause?: unknown) =>
    fault("source_unreadable", {
      what: texts.sourceUnreadable(path, problem),
      where: "--from-file",
      exit: ExitCode.usage,
      cause,
    }),
  connectionFailed: (url: string, problem: string, cause?: unknown) =>
    fault("connection_failed", {
      what: texts.connectionFailed(url, problemForMessages(problem)),
      cause: causeForMessages(cause),
    }),
  redirectInvalid: (url: string, problem: string, cause: unknown) =>
    fault("redirect_invalid", {
      what: texts.connectionFailed(url, problemForMessages(problem)),
      cause: causeForMessages(cause),
    }),
  timedOut: (url: string, seconds: number) =>
    fault("timed_out", { what: texts.timedOut(url, seconds), data: { seconds } }),
  httpStatus: (url: string, answer: { status: number; hint?: string; retryAfter?: string }) =>
    fault("http_status", {
      what: texts.httpStatus(url, answer.status),
      hint: answer.hint,
      data: { expected: "status 200", got: `status ${answer.status}`, ...answer },
    }),
  packageAbsent: (spec: string) =>
    fault("package_absent", { what: texts.packageAbsent(spec), hint: texts.packageAbsentHint }),
  registryAnswerInvalid: (spec: string, problem: string) =>
    fault("registry_answer_invalid", { what: texts.registryAnswerInvalid(spec, problem) }),
  bodyShort: (url: string, expected: number, got: number) =>
    fault("body_short", {
      what: texts.bodyShort(url, expected, got),
      data: { expected: `${expected} bytes`, got: `${got} bytes` },
    }),
  archiveCut: (where: string, bytes: number, hashes: Difference) =>
    fault("archive_cut", { what: texts.archiveCut(bytes, hashes), where, data: { ...hashes } }),
  notGzip: (where: string, start: string) =>
    fault("not_gzip", { what: texts.notGzip(start), where, data: { expected: "gzip", got: start } }),
  archiveInvalid: (where: string, problem: string, cause?: unknown) =>
    fault("archive_invalid", { what: texts.archiveInvalid(problem), where, cause }),
  integrityMismatch: (where: string, hashes: Difference) =>
    fault("integrity_mismatch", {
      what: texts.integrityMismatch(hashes),
      where,
      hint: texts.integrityHint,
      data: { ...hashes },
    }),
  limitExceeded: (where: string, name: string, limit: number, got: string) =>
    fault("limit_exceeded", {
      what: texts.limitExceeded(name, limit, got),
      where,
      data: { expected: `at most ${limit} bytes`, got },
    }),
  entryMissing: (where: string, entries: readonly string[]) =>
    fault("entry_missing", { what: texts.entryMissing(entries), where, data: { entries } }),
  entryDuplicate: (where: string, entry: string) =>
    fault("entry_duplicate", { what: texts.entryDuplicate(entry), where, data: { entry } }),
  entryNotAFile: (where: string, entry: string, type: string) =>
    fault("entry_not_a_file", {
      what: texts.entryNotAFile(entry, type),
      where,
      data: { entry, expected: "a regular file", got: type },
    }),
  entryMismatch: (where: string, entry: string, hashes: Difference) =>
    fault("entry_mismatch", { what: texts.entryMismatch(entry, hashes), where, data: { entry, ...hashes } }),
  manifestInvalid: (where: string, problem: string) =>
    fault("manifest_invalid", { what: texts.manifestInvalid(problem), where }),
  notCached: (spec: string) =>
    fault("not_cached", { what: texts.notCached(spec), hint: texts.notCachedHint }),
  placeFailed: (path: string, problem: string, cause?: unknown) =>
    fault("place_failed", { what: texts.placeFailed(problem), where: path, cause }),
  placeBusy: (path: string) => fault("place_busy", { what: texts.placeBusy, where: path }),
  interrupted: () => fault("interrupted", { what: texts.interrupted, exit: ExitCode.interrupted }),
  npmConfigInvalid: (problem: string, cause?: unknown) =>
    fault("npm_config_invalid", { what: texts.npmConfigInvalid(problem), cause, exit: ExitCode.usage }),
};

function fault(code: FetchCode, options: ConstructorParameters<typeof Fault>[1]): Fault<FetchCode> {
  return new Fault(code, options);
}
