import type { Difference } from "./errors.ts";

/** Every sentence of fetching. Each failure of a check says what was expected and what came. */
export const texts = {
  pinsIncomplete: (missing: readonly string[]) =>
    `Own pins need all of --package, --integrity, --cli-sha256 and --tools-version; missing: ${missing.join(", ")}`,
  pinInvalid: (value: string, wanted: string) => `Expected ${wanted}, got "${value}"`,
  sourcesConflict: (flags: readonly string[]) => `Only one of ${flags.join(", ")} can be given`,
  urlInvalid: (value: string) => `Expected an http or https URL, got "${value}"`,
  sourceUnreadable: (path: string, problem: string) => `Cannot read "${path}": ${problem}`,
  connectionFailed: (url: string, problem: string) => `Cannot fetch ${url}: ${problem}`,
  timedOut: (url: string, seconds: number) => `Cannot fetch ${url}: no end within ${seconds} s`,
  httpStatus: (url: string, status: number) => `Cannot fetch ${url}: expected status 200, got ${status}`,
  unauthorizedHint: "log in to that registry with npm (npm login), or use --from-file or --url",
  packageAbsent: (spec: string) => `${spec} is not in your registry`,
  packageAbsentHint: "--from-file or --url",
  registryAnswerInvalid: (spec: string, problem: string) =>
    `Cannot use the registry's answer about ${spec}: ${problem}`,
  answerNotJson: (type: string) => `expected JSON, got ${type}`,
  answerWithoutTarball: "expected dist.tarball, got none",
  noType: "an answer without a type",
  registryAnswer: "The registry's answer",
  bodyBroken: "the body broke off",
  bodyShort: (url: string, expected: number, got: number) =>
    `Cannot fetch ${url}: the body ended early, expected ${expected} bytes, got ${got}`,
  archiveCut: (bytes: number, hashes: Difference) =>
    `The archive ends early, after ${bytes} bytes: expected ${hashes.expected}, got ${hashes.got}`,
  notGzip: (start: string) => `Expected a gzip archive, got ${start}`,
  archiveInvalid: (problem: string) => `Cannot unpack the archive: ${problem}`,
  brokenGzip: "expected one whole gzip member and nothing behind it, got one with a broken end",
  behindGzip: "expected one gzip member and nothing behind it, got more bytes",
  secondMember: "expected one gzip member, got more than one",
  noEndOfArchive: "expected an end-of-archive mark (two blocks of zeros), got none",
  partialBlock: (bytes: number) => `expected whole blocks of 512 bytes, got ${bytes} bytes more`,
  behindEnd: "expected nothing behind the end-of-archive mark, got more data",
  integrityMismatch: (hashes: Difference) =>
    `The archive is not the pinned one: expected ${hashes.expected}, got ${hashes.got}`,
  integrityHint: "nothing was installed; get the archive from another source, or check the pins",
  limitExceeded: (name: string, limit: number, got: string) =>
    `${name} is too big: expected at most ${limit} bytes, got ${got}`,
  moreThan: (bytes: number) => `more than ${bytes}`,
  compressedArchive: "The compressed archive",
  unpackedArchive: "The unpacked archive",
  entryMissing: (entries: readonly string[]) =>
    `The archive lacks ${entries.join(", ")}: expected each once, got none`,
  entryDuplicate: (entry: string) => `The archive holds ${entry} more than once: expected it once`,
  entryNotAFile: (entry: string, type: string) =>
    `${entry} in the archive is no regular file: expected a regular file, got a ${type}`,
  unknownType: "thing of unknown type",
  entryMismatch: (entry: string, hashes: Difference) =>
    `${entry} is not the pinned one: expected ${hashes.expected}, got ${hashes.got}`,
  manifestInvalid: (problem: string) => `The manifest in the archive does not fit: ${problem}`,
  otherResource: (only: string, got: string) => `resources: expected only "${only}", got "${got}" too`,
  notCached: (spec: string) => `${spec} is not in the cache`,
  notCachedHint: "run once without --offline",
  placeFailed: (problem: string) => `Cannot install mcode-tools: ${problem}`,
  placeBusy: "Cannot install mcode-tools: another fetch is at work there",
  interrupted: "Interrupted: nothing was changed",
  npmConfigInvalid: (problem: string) => `Cannot read the npm configuration: ${problem}`,
  retrying: (problem: string, seconds: number, next: number, most: number) =>
    `${problem}; trying again in ${seconds} s (${next} of ${most})`,
  damagedCache: (spec: string, offline: boolean) =>
    `The cached archive of ${spec} is damaged: dropped${offline ? "" : ", fetching it again"}`,
  done: (spec: string, tools: string, folder: string) => `${spec} (mcode-tools ${tools}) is in ${folder}\n`,
};
