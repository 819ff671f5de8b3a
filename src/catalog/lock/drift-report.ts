import type { Finding, LintedTool, LintReport, RuleDescription } from "../lint/finding.ts";
import { texts } from "../texts.ts";
import { changedWords } from "./render.ts";
import type { Difference, FieldChange, Snapshot, SnapshotDifference } from "./types.ts";

/** The two sides, and the file that holds the first, where annotations point. */
export interface DriftFacts {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Absolute path, and what stands in the file. */
  readonly file: { readonly path: string; readonly text: string };
}

const KINDS = ["tool", "server"] as const;
type Kind = (typeof KINDS)[number];

/** What can have happened, for SARIF's list of rules. */
export const DRIFT_RULES: readonly RuleDescription[] = [
  ...KINDS.flatMap((kind) =>
    (["added", "removed", "changed"] as const).map((what) => rule(`${kind}-${what}`)),
  ),
  rule("facts-changed"),
];

function rule(id: string): RuleDescription {
  return { id, severity: "error", summary: texts.driftRules[id] ?? id, fix: texts.driftFix };
}

/** A difference as findings, so that CI reads it in the formats of lint: one for each thing that moved. */
export async function driftReport(difference: SnapshotDifference, facts: DriftFacts): Promise<LintReport> {
  const { before, after } = facts;
  const fields = [...difference.servers.changed, ...difference.tools.changed].flatMap(
    ({ changes }) => changes,
  );
  const found = new Findings(facts, fields.length + difference.facts.length);
  await found.ofFields({ kind: "facts", name: "facts" }, difference.facts);
  await found.of("server", difference.servers);
  await found.of("tool", difference.tools);
  const servers = namesOf(before.servers ?? [], after.servers ?? []);
  const tools: readonly LintedTool[] = [
    ...(difference.facts.length > 0 ? [{ name: "facts", owner: "facts" }] : []),
    ...servers.map((name) => ({ name: labelOf("server", name), owner: name })),
    ...namesOf(before.tools, after.tools).map((name) => ({ name, owner: found.ownerOf(name) })),
  ];
  return { providers: [], tools, findings: found.all, ignored: 0 };
}

interface Subject {
  readonly kind: Kind | "facts";
  readonly name: string;
}

class Findings {
  readonly all: Finding[] = [];
  readonly #facts: DriftFacts;
  readonly #fields: number;
  readonly #lines: ReadonlyMap<string, number>;
  readonly #owners: ReadonlyMap<string, string>;

  constructor(facts: DriftFacts, fields: number) {
    this.#facts = facts;
    this.#fields = fields;
    this.#lines = linesOf(facts.file.text);
    const tools = [...facts.before.tools, ...facts.after.tools];
    this.#owners = new Map(tools.map(({ name, serverName, source }) => [name, serverName ?? source]));
  }

  ownerOf(tool: string): string {
    return this.#owners.get(tool) ?? "";
  }

  async of(kind: Kind, { added, removed, changed }: Difference): Promise<void> {
    for (const name of removed)
      this.#add({ kind, name }, "removed", { pointer: "", message: texts.driftRemoved });
    for (const name of added) this.#add({ kind, name }, "added", { pointer: "", message: texts.driftAdded });
    for (const { name, changes } of changed) await this.ofFields({ kind, name }, changes);
  }

  async ofFields(subject: Subject, changes: readonly FieldChange[]): Promise<void> {
    for (const change of changes) {
      const message = await changedWords([change], this.#fields);
      this.#add(subject, "changed", { pointer: `/${change.field}`, message });
    }
  }

  #add({ kind, name }: Subject, what: string, found: Pick<Finding, "pointer" | "message">): void {
    const line = this.#lines.get(`${kind} ${name}`) ?? 1;
    this.all.push({
      rule: `${kind}-${what}`,
      severity: "error",
      tool: labelOf(kind, name),
      owner: kind === "tool" ? this.ownerOf(name) : name,
      ...found,
      fix: texts.driftFix,
      where: `${this.#facts.file.path}:${line}:1`,
    });
  }
}

/** A server may be called as a tool is. */
function labelOf(kind: Subject["kind"], name: string): string {
  return kind === "server" ? `server ${name}` : name;
}

function namesOf(before: readonly { name: string }[], after: readonly { name: string }[]): readonly string[] {
  return [...new Set([...before, ...after].map(({ name }) => name))].toSorted();
}

/** The line of each server and tool in a file as this program writes it; one that was laid out anew gives none. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let kind: Kind = "tool";
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith('  "servers": [')) kind = "server";
    if (line.startsWith('  "tools": [')) kind = "tool";
    const [, name] = /^ {6}"name": ("(?:[^"\\]|\\.)*"),?$/.exec(line) ?? [];
    if (name !== undefined) lines.set(`${kind} ${JSON.parse(name)}`, index + 1);
  }
  return lines;
}
