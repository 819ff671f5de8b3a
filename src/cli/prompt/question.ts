import type { DisplayWidth } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { PermissionQuestion } from "../../permissions/types.ts";
import { flow, fold, wrap } from "./fold.ts";
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
  const { verdict, facts } = question;
  const { paint } = drawing;
  const shown = (text: string) => visible(question.mask(text));
  const rows = previewRows(preview.rows, shown, drawing);
  const folded = fold(rows, all ? Number.POSITIVE_INFINITY : MOST_ROWS);
  const hidden = folded.hidden === 0 ? [] : [INDENT + paint.dim(texts.folded(folded.hidden))];
  const body = [...folded.head, ...hidden, ...folded.tail];
  const owner =
    facts?.server === undefined ? undefined : texts.of(facts.server, facts.serverTool ?? verdict.tool);
  const title = texts.wants(verdict.tool, owner, question.workspace);
  const lines = [
    "",
    ...flow(shown(title), drawing).map(paint.bold),
    ...(preview.title === undefined ? [] : flow(capital(shown(preview.title)), drawing)),
    ...(body.length === 0 ? [] : ["", ...body, ""]),
    ...[texts.because(verdict.reason), ...verdict.notes].flatMap((text) =>
      flow(sentence(shown(text)), drawing),
    ),
    "",
  ];
  return { text: `${lines.join("\n")}\n`, folded: folded.hidden > 0 };
}

function previewRows(
  rows: readonly PreviewRow[],
  shown: (text: string) => string,
  { width, measure, paint }: Drawing,
): string[] {
  const styles = { plain: (row: string) => row, dim: paint.dim, added: paint.added, removed: paint.removed };
  return rows.flatMap(({ text, kind }) =>
    wrap(shown(text.replaceAll("\t", "    ")), width - INDENT.length, measure).map(
      (row) => INDENT + styles[kind](row),
    ),
  );
}

function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
