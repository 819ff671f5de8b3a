import type { ToolDefinition } from "../../contract/tool.ts";
import type { ProviderName } from "../providers/rule.ts";
import { placesOf, type Schema } from "../providers/schema.ts";
import { SCHEMA_RULES } from "../providers/table.ts";
import { PROVIDER_LIMITS, TOOL_RULES } from "../providers/tool-rules.ts";
import type { Catalog, CatalogEntry, CatalogTool } from "../types.ts";
import { textsOf } from "./definition-texts.ts";
import type { Finding, LintReport, RuleDescription } from "./finding.ts";
import { POISON_RULES, type PoisonContext } from "./poison-rules.ts";

/** Looks at everything that a model would read: offered definitions by all rules, deferred by what they say. */
export function lintCatalog(catalog: Catalog, providers: readonly ProviderName[]): LintReport {
  const offered = catalog.tools.filter(({ status }) => status === "offered");
  const deferred = catalog.tools.filter(({ status }) => status === "deferred");
  const seen = [...offered, ...deferred];
  const context = poisonContext(seen);
  const refused = offered.flatMap(({ entry }) => [...providerFindings(entry, providers)]);
  const poisoned = seen.flatMap(({ entry }) => [...poisonFindings(entry, context(entry))]);
  const order = new Map(seen.map(({ name }, index) => [name, index]));
  const findings = [...refused, ...countFindings(offered, providers), ...poisoned].toSorted(
    (a, b) => (order.get(a.tool) ?? 0) - (order.get(b.tool) ?? 0),
  );
  const tools = seen.map(({ entry }) => ({ name: entry.tool.def.name, owner: ownerOf(entry) }));
  return { providers, tools, findings, ignored: 0 };
}

/** The rows of all rules, for SARIF and the documentation. */
export function describeRules(): readonly RuleDescription[] {
  const refusing = [...SCHEMA_RULES, ...TOOL_RULES].map(
    ({ id, severity, refuses, fix, source, providers }) => ({
      id,
      severity,
      summary: `${providers.join(", ")}: ${refuses}`,
      fix,
      source,
    }),
  );
  const count: RuleDescription = {
    id: "tool-count",
    severity: "error",
    summary: "more tools than the provider takes",
    fix: "offer fewer tools",
    source: PROVIDER_LIMITS.openai.source,
  };
  return [...refusing, count, ...POISON_RULES];
}

function* providerFindings(entry: CatalogEntry, wanted: readonly ProviderName[]): Generator<Finding> {
  const { def } = entry.tool;
  for (const rule of TOOL_RULES) {
    for (const provider of rule.providers.filter((name) => wanted.includes(name))) {
      const found = rule.find(def, provider);
      if (found !== undefined) yield finding(entry, rule, { ...found, providers: [provider] });
    }
  }
  yield* schemaFindings(entry, def, wanted);
}

/** One pass over the schema for all rules, whoever has them. */
function* schemaFindings(
  entry: CatalogEntry,
  def: ToolDefinition,
  wanted: readonly ProviderName[],
): Generator<Finding> {
  const schema = def.schema as unknown as Schema;
  const rules = SCHEMA_RULES.map((rule) => ({
    rule,
    providers: rule.providers.filter((name) => wanted.includes(name)),
  })).filter(({ providers }) => providers.length > 0);
  for (const { rule, providers } of rules) {
    if (rule.kind === "node") continue;
    for (const { pointer, message } of rule.find(schema)) {
      yield finding(entry, rule, { pointer: `/schema${pointer}`, message, providers });
    }
  }
  for (const place of placesOf(schema)) {
    for (const { rule, providers } of rules) {
      if (rule.kind !== "node") continue;
      const message = rule.find(place);
      if (message !== undefined)
        yield finding(entry, rule, { pointer: `/schema${place.pointer}`, message, providers });
    }
  }
}

function countFindings(offered: readonly CatalogTool[], wanted: readonly ProviderName[]): readonly Finding[] {
  const limits = new Map<number, ProviderName[]>();
  for (const provider of wanted) {
    const { maxTools } = PROVIDER_LIMITS[provider];
    if (maxTools !== undefined && offered.length > maxTools) {
      limits.set(maxTools, [...(limits.get(maxTools) ?? []), provider]);
    }
  }
  return [...limits].flatMap(([most, providers]) => {
    const first = offered[most];
    if (first === undefined) return [];
    const rule = { id: "tool-count", severity: "error" as const, fix: "offer fewer tools" };
    const message = `${offered.length} tools are offered, ${most} are taken: this one and those after it are withheld`;
    return [finding(first.entry, rule, { pointer: "", message, providers })];
  });
}

function* poisonFindings(entry: CatalogEntry, context: PoisonContext): Generator<Finding> {
  // The catalog name is made of plain characters; what the server calls the tool may hold anything.
  const own = { pointer: "/name", text: entry.serverToolName ?? "" };
  for (const { pointer, text } of [own, ...textsOf(entry.tool.def)]) {
    for (const rule of POISON_RULES) {
      const message = rule.find(text, context);
      if (message !== undefined) yield finding(entry, rule, { pointer, message });
    }
  }
}

/** A tool may name the tools of its own server; those of others it has no business with. */
function poisonContext(tools: readonly CatalogTool[]): (entry: CatalogEntry) => PoisonContext {
  const owners = new Map<string, Set<string>>();
  for (const { entry } of tools) {
    for (const name of [entry.tool.def.name, entry.serverToolName ?? entry.tool.def.name]) {
      owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(entry)));
    }
  }
  return (entry) => ({
    isForeignTool: (name) => {
      const found = owners.get(name);
      return found !== undefined && !found.has(ownerOf(entry));
    },
  });
}

function finding(
  entry: CatalogEntry,
  { id, severity, fix }: Pick<RuleDescription, "id" | "severity" | "fix">,
  found: Pick<Finding, "pointer" | "message" | "providers">,
): Finding {
  const { where } = entry;
  return {
    rule: id,
    severity,
    tool: entry.tool.def.name,
    owner: ownerOf(entry),
    ...found,
    fix,
    ...(where === undefined ? {} : { where }),
  };
}

function ownerOf(entry: CatalogEntry): string {
  return entry.serverName ?? entry.source;
}
