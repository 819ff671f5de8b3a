import type { AnyTool, ToolDefinition } from "../contract/tool.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { mendDefinition } from "./providers/mend.ts";
import { restoreProperties } from "./providers/property-names.ts";
import type { ProviderName } from "./providers/rule.ts";
import type { Schema } from "./providers/schema.ts";
import { rulesProvider } from "./providers/table.ts";
import { PROVIDER_LIMITS } from "./providers/tool-rules.ts";
import { texts } from "./texts.ts";

/** A definition as one provider accepts it. */
export interface ProviderTool {
  /** The name sent; `catalogName` is the way back. */
  readonly name: string;
  readonly catalogName: string;
  readonly description: string;
  readonly schema: Schema;
  /** Brings arguments that came under renamed property keys back to the tool's own keys. */
  restoreArguments(args: unknown): unknown;
}

export interface ProviderTools {
  readonly tools: readonly ProviderTool[];
  /** What was mended, and what was withheld because it could not be. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The tools of one request, in catalog order, as `provider` accepts them: mended without changing the
 * meaning, withheld with a diagnostic where that is not possible. Never throws: one bad schema never fails
 * a turn.
 */
export function toProviderTools(provider: string, tools: readonly AnyTool[]): ProviderTools {
  const rules = rulesProvider(provider);
  const sent: ProviderTool[] = [];
  const diagnostics: Diagnostic[] = [];
  const { maxTools = Number.POSITIVE_INFINITY } = PROVIDER_LIMITS[rules];
  const names = new Set<string>();
  for (const { def } of tools) {
    if (sent.length >= maxTools) {
      diagnostics.push(withheld(def.name, texts.tooManyTools(rules, maxTools)));
      continue;
    }
    const mended = mendDefinition(def, rules);
    if (!mended.ok) {
      diagnostics.push(withheld(def.name, texts.cannotMend(rules, mended.rule)));
      continue;
    }
    const name = fitName(def.name, rules, names);
    names.add(name);
    if (mended.rules.length > 0) diagnostics.push(changed(def.name, rules, mended.rules));
    sent.push(providerTool(def, name, mended));
  }
  return { tools: sent, diagnostics };
}

function providerTool(
  def: ToolDefinition,
  name: string,
  { description, schema, rules }: { description: string; schema: Schema; rules: readonly string[] },
): ProviderTool {
  const original = def.schema as unknown as Schema;
  const renamed = rules.includes("property-name");
  return {
    name,
    catalogName: def.name,
    description,
    schema,
    restoreArguments: (args) => (renamed ? restoreProperties(original, args) : args),
  };
}

/** A name that the provider takes and no other tool of the request has. */
function fitName(name: string, provider: ProviderName, taken: ReadonlySet<string>): string {
  const { toolName, maxNameLength } = PROVIDER_LIMITS[provider];
  if (toolName.test(name) && !taken.has(name)) return name;
  const reduced = name.replaceAll(/[^a-zA-Z0-9_-]/gu, "_").replace(/^(?=[^a-zA-Z_])/, "_");
  let fit = reduced.slice(0, maxNameLength);
  for (let count = 2; taken.has(fit); count++) fit = `${reduced.slice(0, maxNameLength - 5)}_${count}`;
  return fit;
}

function withheld(tool: string, message: string): Diagnostic {
  return { severity: "warning", code: "tool_withheld", message, where: tool };
}

function changed(tool: string, provider: ProviderName, rules: readonly string[]): Diagnostic {
  return { severity: "info", code: "tool_mended", message: texts.mended(provider, rules), where: tool };
}
