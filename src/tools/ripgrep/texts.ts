import type { OffsetUnit } from "../../output/gates/details.ts";
import { MIB } from "../../output/limits.ts";
import { MAX_GLOB_ALTERNATIVES, MAX_RG_OUTPUT_BYTES, SEARCH_TIMEOUT_MS } from "./limits.ts";

export interface ShownPage {
  readonly unit: OffsetUnit;
  /** Of the first item shown, from 0. */
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
  /** False: there are more than `total`. */
  readonly complete: boolean;
}

/** Sentences that grep and glob share. */
export const texts = {
  noRipgrep:
    "Cannot search: ripgrep (rg) could neither be unpacked from this program into its cache nor be found on PATH. " +
    "Install ripgrep, or see turnkit doctor, which tells why; meanwhile search with bash.",
  tookTooLong: `The search was ended after ${SEARCH_TIMEOUT_MS / 1000} s. Search a narrower path, or with a glob.`,
  aborted: "The search was stopped before it finished.",
  searchFailed: (problem: string) => `The search failed: ${problem}`,

  page: ({ unit, offset, shown, total, complete }: ShownPage) =>
    `[Shown: ${plural(unit)} ${offset + 1} to ${offset + shown} of ${complete ? "" : "more than "}${total}. ` +
    `Go on with offset=${offset + shown}]`,
  pastEnd: (unit: OffsetUnit, offset: number, total: number) =>
    `Cannot start at offset ${offset}: there ${total === 1 ? `is 1 ${unit}` : `are ${total} ${plural(unit)}`}.`,
  incomplete: `[The search gave more than ${MAX_RG_OUTPUT_BYTES / MIB} MiB; what came after that is missing. Narrow it by path, glob or pattern]`,
  leftOut: "[Files of the secret list, or that a rule denies, were left out]",
  unreadable: (count: number, first: string) =>
    `[${count === 1 ? "1 file or folder" : `${count} files or folders`} could not be read, the first: ${first}]`,

  closedFolder: (path: string, reason: string) => `Cannot search "${path}": ${reason}.`,
  notAFolder: (path: string) => `Cannot list "${path}": it is a file. Give the folder that it is in.`,
  neitherFileNorFolder: (path: string) => `Cannot search "${path}": it is neither a file nor a folder.`,
  tooManyAlternatives: (pattern: string) =>
    `Cannot use the pattern "${pattern}": its braces come to more than ${MAX_GLOB_ALTERNATIVES} patterns.`,
  leavesRoot: (pattern: string, root: string) =>
    `Cannot use the pattern "${pattern}": it leaves "${root}", the folder that is searched. Give that other folder as path.`,
};

function plural(unit: OffsetUnit): string {
  return unit === "match" ? "matches" : `${unit}s`;
}
