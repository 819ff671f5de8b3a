import type { DisplayWidth } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { PermissionQuestion } from "../../permissions/types.ts";
import { fold, wrap } from "./fold.ts";
import type { Paint } from "./paint.ts";
import type { Preview, PreviewRow } from "./preview.ts";
import { texts } from "./texts.ts";

/** Rows of a command or a difference before its middle is folded away. */
const MOST_ROWS = 24;
const INDENT = "  ";

export interface Drawing {
  readonly width: number;
  readonly measure: DisplayWidth;
  readonly paint: Paint;
}

export interface DrawnQuestion {
  readonly text: string;
  /** Whether rows were left out, so that showing all of it means something. */
  readonly folded: boolean;
}

/** The question above the menu: what would run, where, and why it is asked. Everything foreign is made harmless. */
export function drawQuestion(
  question: PermissionQuestion,
  preview: Preview,
  drawing: Drawing,
  all = false,
): DrawnQuestion {
  const { verdict, facts, workspace } = question;
  const { paint } = drawing;
  const server = facts?.server;
  const owner =
    server === undefined ? "" : `, ${visible(texts.of(server, facts?.serverTool ?? verdict.tool))}`;
  const rows = previewRows(preview.rows, drawing);
  const folded = fold(rows, all ? Number.POSITIVE_INFINITY : MOST_ROWS);
  const hidden = folded.hidden === 0 ? [] : [INDENT + paint.dim(texts.folded(folded.hidden))];
  const body = [...folded.head, ...hidden, ...folded.tail];
  const notes = verdict.notes.map((note) => `${capital(visible(note))}${note.endsWith(".") ? "" : "."}`);
  const sentences = [texts.because(visible(verdict.reason)), ...notes];
  const lines = [
    "",
    ...flow(
      `${visible(verdict.tool)}${owner} ${texts.wants("").trim()}, ${texts.where(visible(workspace))}`,
      drawing,
    ).map(paint.bold),
    ...(preview.title === undefined ? [] : flow(capital(visible(preview.title)), drawing)),
    ...(body.length === 0 ? [] : ["", ...body, ""]),
    ...sentences.flatMap((sentence) => flow(sentence, drawing)),
    "",
  ];
  return { text: `${lines.join("\n")}\n`, folded: folded.hidden > 0 };
}

function previewRows(rows: readonly PreviewRow[], { width, measure, paint }: Drawing): string[] {
  return rows.flatMap(({ text, kind }) => {
    const style = { plain: (row: string) => row, dim: paint.dim, added: paint.added, removed: paint.removed }[
      kind
    ];
    return wrap(visible(text.replaceAll("\t", "    ")), width - INDENT.length, measure).map(
      (row) => INDENT + style(row),
    );
  });
}

/** A sentence over several rows, broken at spaces where that is possible. */
function flow(sentence: string, { width, measure }: Drawing): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of sentence.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (measure(longer) <= width) {
      row = longer;
      continue;
    }
    if (row !== "") rows.push(row);
    const pieces = wrap(word, width, measure);
    row = pieces.pop() ?? "";
    rows.push(...pieces);
  }
  return [...rows, row];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
