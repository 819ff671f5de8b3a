import type { Buffer } from "node:buffer";
import type { ChangedSpan } from "../files/changed-spans.ts";
import { type TextEncoding, validUtf8Before } from "../files/encoding.ts";
import { LineNumbers } from "../files/line-numbers.ts";
import { type Choice, chooseAll, chooseOne } from "./choose.ts";
import type { EditInput } from "./definition.ts";
import { editFault } from "./errors.ts";
import { TOLD_LINES } from "./limits.ts";
import { type Rewording, replacementsIn } from "./line-ends.ts";
import type { Match } from "./match.ts";
import { nearestMatch } from "./nearest-match.ts";
import { withoutPrefixes } from "./prefixes.ts";

export interface Rewrite {
  readonly spans: readonly ChangedSpan[];
  /** Of the first replacements, at most `TOLD_LINES`, counted from 1. */
  readonly lines: readonly number[];
  readonly prefixesStripped: boolean;
}

/**
 * What an edit does to the bytes of a file; nothing is written here.
 * @throws Fault of `editFault` when the text is not there, or not only once, or touches invalid bytes.
 */
export function rewrite(file: Buffer, input: EditInput, encoding: TextEncoding): Rewrite {
  const asGiven = { oldText: input.old_string, newText: input.new_string };
  const choose = input.replace_all === true ? chooseAll : chooseOne;
  const exact = choose(file, asGiven.oldText, encoding);
  if (exact.kind !== "none") return spansOf(file, { input, wording: asGiven, encoding }, exact);

  const stripped = withoutReadPrefixes(input);
  const retried: Choice =
    stripped === undefined ? { kind: "none" } : choose(file, stripped.oldText, encoding);
  if (stripped === undefined || retried.kind === "none") {
    const wanted = stripped?.oldText ?? asGiven.oldText;
    throw editFault.textNotFound(input.file_path, {
      nearest: nearestMatch(file, wanted, encoding),
      showsInvalidBytes: wanted.includes("\ufffd"),
      somePrefixes: withoutPrefixes(wanted).kind === "mixed",
    });
  }
  const done = spansOf(file, { input, wording: stripped, encoding }, retried);
  return { ...done, prefixesStripped: true };
}

/** Undefined when the old text carries no prefixes. */
function withoutReadPrefixes({ file_path, old_string, new_string }: EditInput): Rewording | undefined {
  const oldText = withoutPrefixes(old_string);
  if (oldText.kind !== "stripped" || oldText.text === "") return undefined;
  const newText = withoutPrefixes(new_string);
  if (newText.kind === "mixed") throw editFault.mixedPrefixes(file_path);
  const wording = {
    oldText: oldText.text,
    newText: newText.kind === "stripped" ? newText.text : new_string,
  };
  if (wording.oldText === wording.newText) throw editFault.noChange(file_path);
  return wording;
}

interface Task {
  readonly input: EditInput;
  readonly wording: Rewording;
  readonly encoding: TextEncoding;
}

function spansOf(file: Buffer, task: Task, choice: Exclude<Choice, { kind: "none" }>): Rewrite {
  const { input, wording, encoding } = task;
  const lines = linesOf(file, choice.matches.slice(0, TOLD_LINES));
  if (choice.kind === "many") {
    const { matches, counted } = choice;
    throw editFault.foundMany(input.file_path, { count: matches.length, counted, lines });
  }
  for (const match of choice.matches) {
    if (encoding === "utf-8" && !validUtf8Before(file, match.start)) {
      throw editFault.touchesInvalidBytes(input.file_path, new LineNumbers(file).at(match.start));
    }
  }
  const replacementOf = replacementsIn(file, wording, encoding);
  const spans = choice.matches.map((match) => ({
    start: match.start,
    end: match.end,
    replacement: replacementOf(match),
  }));
  return { spans, lines, prefixesStripped: false };
}

function linesOf(file: Buffer, matches: readonly Match[]): number[] {
  const numbers = new LineNumbers(file);
  return matches.map(({ start }) => numbers.at(start));
}
