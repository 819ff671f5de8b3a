import { visible, visibleBlock } from "../../output/visible.ts";
import type { Difference, FieldChange, SnapshotDifference } from "./types.ts";

/** Edits that one field is compared by; a text that a server wrote anew would cost minutes. */
const MOST_EDITS = 300;

/** Fields that may cost that much; of more each gets its share. */
const FIELDS_IN_FULL = 30;

/** Characters of one text that is shown without being compared, and of a diagnostic. */
const GIST_CHARS = 400;
const DIAGNOSTIC_CHARS = 2_000;

/** For people: what came, what went, and of what changed the words that moved. */
export async function renderDifference(difference: SnapshotDifference): Promise<string> {
  const { facts, servers, tools } = difference;
  const changed = [...servers.changed, ...tools.changed];
  const effort = effortFor(changed.reduce((sum, { changes }) => sum + changes.length, facts.length));
  const told = await fieldLines(facts, "  ", effort);
  const parts = [
    ...(told.length === 0 ? [] : ["facts", ...told]),
    ...(await listLines("server", servers, effort)),
    ...(await listLines("tool", tools, effort)),
  ];
  return `${[...parts, differenceSummary(difference)].join("\n")}\n`;
}

/** The words that moved in one field, on few lines; for diagnostics. `fields` are all that will be told. */
export async function changedWords(changes: readonly FieldChange[], fields: number): Promise<string> {
  const effort = effortFor(fields);
  const shown = await Promise.all(
    changes.map(async (change) => `${change.field}: ${await words(change, effort)}`),
  );
  return shortened(shown.join("; "), DIAGNOSTIC_CHARS);
}

/** The most edits for each of so many fields. */
function effortFor(fields: number): number {
  return Math.max(20, Math.floor(MOST_EDITS * Math.min(1, FIELDS_IN_FULL / fields)));
}

export function differenceSummary({ servers, tools }: SnapshotDifference): string {
  const counts = (of: Difference) =>
    `${of.added.length} added, ${of.removed.length} removed, ${of.changed.length} changed`;
  return `tools: ${counts(tools)}; servers: ${counts(servers)}`;
}

async function listLines(
  kind: string,
  { added, removed, changed }: Difference,
  effort: number,
): Promise<string[]> {
  const lines = [
    ...removed.map((name) => `- ${kind} ${visible(name)}`),
    ...added.map((name) => `+ ${kind} ${visible(name)}`),
  ];
  for (const { name, changes } of changed) {
    lines.push(`~ ${kind} ${visible(name)}`, ...(await fieldLines(changes, "    ", effort)));
  }
  return lines;
}

async function fieldLines(
  changes: readonly FieldChange[],
  indent: string,
  effort: number,
): Promise<string[]> {
  const lines: string[] = [];
  for (const change of changes) {
    if (change.field === "schema" || change.field === "outputSchema")
      lines.push(`${indent}${change.field}:`, ...(await hunkLines(change, `${indent}  `, effort)));
    else lines.push(`${indent}${change.field}: ${await words(change, effort)}`);
  }
  return lines;
}

/** `[-gone-]` and `{+come+}`; long runs that stayed are shortened. */
async function words(change: FieldChange, effort: number): Promise<string> {
  const { diffWordsWithSpace } = await import("diff");
  const parts = diffWordsWithSpace(change.before, change.after, { maxEditLength: effort });
  if (parts === undefined) return replaced(change);
  return parts
    .map(({ value, added, removed }) => {
      if (added) return `{+${visible(value)}+}`;
      return removed ? `[-${visible(value)}-]` : shortened(visible(value), 70);
    })
    .join("");
}

async function hunkLines(change: FieldChange, indent: string, effort: number): Promise<string[]> {
  const { structuredPatch } = await import("diff");
  const options = { context: 2, maxEditLength: effort };
  const patch = structuredPatch("", "", `${change.before}\n`, `${change.after}\n`, "", "", options);
  if (patch === undefined) return [indent + replaced(change)];
  return patch.hunks.flatMap(({ lines }) => lines.map((line) => indent + visibleBlock(line)));
}

/** Of a text written anew: what lies between the common start and the common end, shortened. */
function replaced({ before, after }: FieldChange): string {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const part = (text: string) => gist(text.slice(start, text.length - end));
  const [head, tail] = [before.slice(0, start), before.slice(before.length - end)];
  return `${shortened(visible(head), 70)}[-${part(before)}-]{+${part(after)}+}${shortened(visible(tail), 70)}`;
}

function gist(text: string): string {
  if (text.length <= GIST_CHARS) return visible(text);
  return `${shortened(visible(text), GIST_CHARS)} (${text.length} characters)`;
}

function shortened(text: string, most: number): string {
  const half = Math.floor(most / 2);
  return text.length <= most + 10 ? text : `${text.slice(0, half)} … ${text.slice(-half)}`;
}
