import { visible } from "../../output/visible.ts";
import type { NearestMatch } from "./nearest-match.ts";

export interface FoundMany {
  readonly count: number;
  /** False when counting was given up. */
  readonly counted: boolean;
  /** Of the first ones. */
  readonly lines: readonly number[];
}

export interface NotFoundReason {
  readonly nearest: NearestMatch | undefined;
  /** The text holds U+FFFD. */
  readonly showsInvalidBytes: boolean;
  /** Some of its lines, not all, carry line numbers. */
  readonly somePrefixes: boolean;
}

/** Every sentence of the edit tool. */
export const editTexts = {
  description: () =>
    [
      "Replaces text in one file. old_string must stand in the file exactly as given, white space included, and " +
        "only once; give enough lines around the place to make it so, or set replace_all to replace every occurrence.",
      "Both strings are plain data: nothing in them is expanded. Leave out the line numbers that read shows. LF in " +
        "old_string also matches CRLF, and new lines take the file's own line ends.",
      "The rest of the file stays as it is, byte for byte. Refused when the file changed since you last read it: " +
        "read it again first. For a new file, or to replace one whole, use write.",
    ].join("\n"),
  parameters: {
    file_path: "File to change: relative to the workspace, or absolute.",
    old_string: "The exact text to replace. Not empty.",
    new_string: "The text to put there instead. May be empty; must differ from old_string.",
    replace_all: "Replace every occurrence instead of exactly one. Default: false.",
  },
  emptyOldString: (path: string) =>
    `Cannot edit "${path}": old_string is empty, so there is no place to edit. Give the text that is to be ` +
    "replaced; to fill a new or empty file use write.",
  noChange: (path: string) => `Nothing to change in "${path}": old_string and new_string are the same.`,
  missing: (path: string, tried: string) =>
    `Cannot edit "${path}": there is no such file (tried "${tried}"). Use write to create it.`,
  notFound: (path: string, { nearest, showsInvalidBytes, somePrefixes }: NotFoundReason) =>
    [
      `Not found in "${path}": old_string does not stand there exactly as given. Nothing was changed.`,
      nearest === undefined ? "Nothing similar is there either. Read the file again." : nearestText(nearest),
      ...(showsInvalidBytes
        ? ["old_string holds U+FFFD, which stands for bytes that are no valid UTF-8: choose text without it."]
        : []),
      ...(somePrefixes
        ? ["Some lines of old_string begin with the line numbers that read shows: leave these out."]
        : []),
    ].join("\n"),
  foundMany: (path: string, { count, counted, lines }: FoundMany) =>
    `Found ${counted ? "" : "at least "}${count} times in "${path}", at lines ${listed(count, lines)}. Nothing was ` +
    "changed. Give more of the text around the one place that is meant, or set replace_all.",
  mixedPrefixes: (path: string) =>
    `Not found in "${path}": old_string carries the line numbers that read shows, and new_string carries them on ` +
    "some lines only. Nothing was changed. Send both without line numbers.",
  touchesInvalidBytes: (path: string, line: number) =>
    `Cannot edit "${path}" at line ${line}: the text there follows bytes that are not valid UTF-8 and may be part of ` +
    "a character in another encoding. Nothing was changed.",
  done: (path: string, count: number, lines: readonly number[]) =>
    count === 1
      ? `Edited "${visible(path)}": replaced the text at line ${lines[0]}.`
      : `Edited "${visible(path)}": replaced ${count} occurrences, at lines ${listed(count, lines)}.`,
  prefixesStripped: () =>
    "old_string carried the line numbers that read shows; they were taken off before the text was found.",
  mixedEncodings: () =>
    "The file is not valid UTF-8, and the new text was put in as UTF-8: it may now hold two encodings.",
};

function listed(count: number, lines: readonly number[]): string {
  return `${lines.join(", ")}${count > lines.length ? ", …" : ""}`;
}

function nearestText({ startLine, difference }: NearestMatch): string {
  const where = `Nearest match: line ${startLine}.`;
  if (difference === undefined) {
    return `${where} The lines are the same, their ends are not (LF, CRLF, or none at the end of the file).`;
  }
  const { line, column, file, wanted } = difference;
  if (file === undefined) return `${where} First difference at line ${line}: the file ends before it.`;
  return `${where} First difference at line ${line}, column ${column}: the file has "${file}", old_string has "${wanted}".`;
}
