import { visible, visibleBlock } from "../../output/visible.ts";
import type { Difference, FieldChange, SnapshotDifference } from "./types.ts";

/** Longer texts are told by their size: comparing them word by word would take minutes. */
const MOST_COMPARED = 200_000;

/** For people: what came, what went, and of what changed the words that moved. */
export async function renderDifference(difference: SnapshotDifference): Promise<string> {
  const facts = await fieldLines(difference.facts, "  ");
  const parts = [
    ...(facts.length === 0 ? [] : ["facts", ...facts]),
    ...(await listLines("server", difference.servers)),
    ...(await listLines("tool", difference.tools)),
  ];
  return `${[...parts, summary(difference)].join("\n")}\n`;
}

/** The words that moved in one field, on few lines; for diagnostics. */
export async function changedWords(changes: readonly FieldChange[]): Promise<string> {
  const shown = await Promise.all(changes.map(async (change) => `${change.field}: ${await words(change)}`));
  return shown.join("; ");
}

function summary({ servers, tools }: SnapshotDifference): string {
  const counts = (of: Difference) =>
    `${of.added.length} added, ${of.removed.length} removed, ${of.changed.length} changed`;
  return `tools: ${counts(tools)}; servers: ${counts(servers)}`;
}

async function listLines(kind: string, { added, removed, changed }: Difference): Promise<string[]> {
  const lines = [
    ...removed.map((name) => `- ${kind} ${visible(name)}`),
    ...added.map((name) => `+ ${kind} ${visible(name)}`),
  ];
  for (const { name, changes } of changed) {
    lines.push(`~ ${kind} ${visible(name)}`, ...(await fieldLines(changes, "    ")));
  }
  return lines;
}

async function fieldLines(changes: readonly FieldChange[], indent: string): Promise<string[]> {
  const lines: string[] = [];
  for (const change of changes) {
    if (change.field === "schema")
      lines.push(`${indent}schema:`, ...(await hunkLines(change, `${indent}  `)));
    else lines.push(`${indent}${change.field}: ${await words(change)}`);
  }
  return lines;
}

/** `[-gone-]` and `{+come+}`; long runs that stayed are shortened. */
async function words({ before, after }: FieldChange): Promise<string> {
  if (before.length + after.length > MOST_COMPARED) return sizes(before, after);
  const { diffWordsWithSpace } = await import("diff");
  const parts = diffWordsWithSpace(before, after);
  return parts
    .map(({ value, added, removed }) => {
      if (added) return `{+${visible(value)}+}`;
      return removed ? `[-${visible(value)}-]` : shortened(visible(value));
    })
    .join("");
}

async function hunkLines({ before, after }: FieldChange, indent: string): Promise<string[]> {
  if (before.length + after.length > MOST_COMPARED) return [indent + sizes(before, after)];
  const { structuredPatch } = await import("diff");
  const { hunks } = structuredPatch("", "", `${before}\n`, `${after}\n`, "", "", { context: 2 });
  return hunks.flatMap(({ lines }) => lines.map((line) => indent + visibleBlock(line)));
}

function sizes(before: string, after: string): string {
  return `${before.length} characters before, ${after.length} now: too long to compare`;
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 35)} … ${text.slice(-35)}`;
}
