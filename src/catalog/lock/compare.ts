import { canonicalJson } from "../../output/json.ts";
import {
  type Changed,
  type Difference,
  type FieldChange,
  type LockFacts,
  PINS,
  type Pin,
  type PinnedTool,
  type ServerIdentity,
  type Snapshot,
  type SnapshotDifference,
} from "./types.ts";

/** What the second has that the first has not. Servers are compared where both know theirs. */
export function compareSnapshots(before: Snapshot, after: Snapshot): SnapshotDifference {
  const [old = [], now = []] = [before.pins, after.pins];
  const both = old.filter((pin) => now.includes(pin));
  const none: Difference = { added: [], removed: [], changed: [] };
  const servers =
    before.servers && after.servers
      ? compare(before.servers, after.servers, (a, b) => serverChanges(a, b, both))
      : none;
  return {
    unpinned: PINS.filter((pin) => old.includes(pin) !== now.includes(pin)),
    facts: fieldChanges(factFields(before.facts), factFields(after.facts)),
    servers,
    tools: compare(before.tools, after.tools, (a, b) => toolChanges(a, b, both)),
  };
}

/** Whether tools or servers differ; facts are told apart, they make the comparison meaningless. */
export function hasDrift({ servers, tools }: SnapshotDifference): boolean {
  return [servers, tools].some(
    ({ added, removed, changed }) => added.length + removed.length + changed.length > 0,
  );
}

/** What changed of one tool, in what both pin; empty when nothing did. */
export function toolChanges(
  before: PinnedTool,
  after: PinnedTool,
  pins: readonly Pin[],
): readonly FieldChange[] {
  const changes = fieldChanges(toolFields(before, pins), toolFields(after, pins));
  const hash = { field: "sha256", before: before.sha256, after: after.sha256 };
  // It follows from what changed; alone it tells of a lock file that does not fit itself.
  return changes.length === 0 && hash.before !== hash.after ? [hash] : changes;
}

/** What changed of one server, in what both pin. */
export function serverChanges(
  before: ServerIdentity,
  after: ServerIdentity,
  pins: readonly Pin[],
): readonly FieldChange[] {
  return fieldChanges(serverFields(before, pins), serverFields(after, pins));
}

type Fields = Readonly<Record<string, string>>;

function compare<T extends { readonly name: string }>(
  before: readonly T[],
  after: readonly T[],
  changesOf: (before: T, after: T) => readonly FieldChange[],
): Difference {
  const old = new Map(before.map((item) => [item.name, item]));
  const now = new Map(after.map((item) => [item.name, item]));
  const changed = [...now].flatMap(([name, item]): Changed[] => {
    const earlier = old.get(name);
    if (earlier === undefined) return [];
    const changes = changesOf(earlier, item);
    return changes.length === 0 ? [] : [{ name, changes }];
  });
  return {
    added: [...now.keys()].filter((name) => !old.has(name)).toSorted(),
    removed: [...old.keys()].filter((name) => !now.has(name)).toSorted(),
    changed: changed.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function fieldChanges(before: Fields, after: Fields): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((field) => {
    const [old = "", now = ""] = [before[field], after[field]];
    return old === now ? [] : [{ field, before: old, after: now }];
  });
}

function toolFields(
  {
    source,
    serverName = "",
    serverToolName = "",
    description,
    schema,
    title = "",
    annotations = {},
    outputSchema,
  }: PinnedTool,
  pins: readonly Pin[],
): Fields {
  const pinned = {
    title,
    annotations: Object.keys(annotations)
      .toSorted()
      .map((name) => `${name}: ${annotations[name]}`)
      .join(", "),
    outputSchema: outputSchema === undefined ? "" : prettyCanonical(outputSchema),
  };
  return {
    source,
    server: serverName,
    serverTool: serverToolName,
    description,
    schema: prettyCanonical(schema),
    ...onlyPinned(pinned, pins),
  };
}

function onlyPinned(fields: Fields, pins: readonly Pin[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => pins.some((pin) => pin === field)));
}

function serverFields(
  { transport, command = "", args = [], url = "", version = "", instructions = "" }: ServerIdentity,
  pins: readonly Pin[],
): Fields {
  const words = args.map((arg) => JSON.stringify(arg)).join(" ");
  return { transport, command, args: words, url, version, ...onlyPinned({ instructions }, pins) };
}

function factFields({ host, surface, agent, role = "", trusted, model, ...more }: LockFacts): Fields {
  return {
    host,
    surface: String(surface),
    agent,
    role,
    trusted: String(trusted),
    model: `${model.provider}/${model.id}`,
    contextWindow: String(model.contextWindow),
    supports: model.supports.join(", "),
    computerUse: onOrOff(more.computerUse),
    plan: onOrOff(more.plan),
    goal: onOrOff(more.goal),
  };
}

function onOrOff(value: true | undefined): string {
  return value === true ? "on" : "off";
}

/** Keys in order, so that only what was written otherwise differs. */
function prettyCanonical(value: unknown): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}
