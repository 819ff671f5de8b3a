import { utf8Bytes } from "../../output/gates/cut.ts";
import { PrefixLines } from "../../output/gates/prefix-lines.ts";
import { countLines, linesWithEnds } from "../../output/lines.ts";
import { visible } from "../../output/visible.ts";
import type { ChangeKind, Changes, FileChange } from "./changes.ts";
import { MAX_LISTED_FILES, MAX_REVIEW_BYTES, MIN_FILE_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

export interface ReviewInput {
  readonly text: string;
  /** Some changes are not shown, or not whole. */
  readonly truncated: boolean;
  readonly originalBytes: number;
}

/** All changes as one text within the limit; small files whole, large ones from their start. */
export function reviewInput(changes: Changes): ReviewInput {
  const head = listText(changes);
  const room = MAX_REVIEW_BYTES - utf8Bytes(head);
  const { shown, unshown } = shares(changes.files, room);
  const sections = KINDS.flatMap((kind) => sectionText(kind, shown));
  const tail = [
    ...(unshown.length === 0
      ? []
      : [texts.unshown(unshown.slice(0, MAX_LISTED_FILES).map(({ path }) => visible(path)))]),
    ...(changes.leftOut ? [texts.leftOut] : []),
  ];
  return {
    text: [head, ...sections, ...tail].join("\n"),
    truncated: unshown.length > 0 || shown.some(({ text, room: most }) => utf8Bytes(text) > most),
    originalBytes: changes.files.reduce((sum, { text }) => sum + utf8Bytes(text), 0),
  };
}

const KINDS: readonly ChangeKind[] = ["staged", "unstaged", "untracked"];

function listText({ files, listed }: Changes): string {
  const count = (kind: ChangeKind) => files.filter((file) => file.kind === kind).length;
  const counts = { staged: count("staged"), unstaged: count("unstaged"), untracked: count("untracked") };
  const names = listed.slice(0, MAX_LISTED_FILES).map((line) => visible(line));
  const more = listed.length - names.length;
  return [texts.counts(counts), ...names, ...(more > 0 ? [texts.moreFiles(more)] : [])].join("\n");
}

type Share = FileChange & { readonly room: number };

/**
 * Divides the room among the files: what small ones leave goes to the larger ones. When there are too many to
 * give each a useful part, the largest get none and are named.
 */
function shares(files: readonly FileChange[], room: number): { shown: Share[]; unshown: FileChange[] } {
  const bySize = files.toSorted((a, b) => utf8Bytes(a.text) - utf8Bytes(b.text));
  const rooms = new Map<FileChange, number>();
  let left = room;
  for (const [index, file] of bySize.entries()) {
    const fair = Math.floor(left / (bySize.length - index));
    const wanted = utf8Bytes(file.text);
    const given = wanted <= fair ? wanted : fair >= MIN_FILE_BYTES ? fair : 0;
    rooms.set(file, given);
    left -= given;
  }
  const shown = files.flatMap((file): Share[] => {
    const given = rooms.get(file) ?? 0;
    return given > 0 ? [{ ...file, room: given }] : [];
  });
  return { shown, unshown: files.filter((file) => (rooms.get(file) ?? 0) === 0) };
}

function sectionText(kind: ChangeKind, shown: readonly Share[]): string[] {
  const files = shown.filter((file) => file.kind === kind);
  return files.length === 0 ? [] : [`\n${texts.section[kind]}`, ...files.map(fileText)];
}

function fileText({ text, room }: Share): string {
  const lines = new PrefixLines({ maxBytes: room });
  for (const line of linesWithEnds(text)) if (!lines.push(line)) break;
  const total = countLines(text);
  return lines.finish({ note: ({ pieces }) => texts.cutFile(total - pieces) }).text.replace(/\n$/, "");
}
