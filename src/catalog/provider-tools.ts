import type { AnyTool } from "../contract/tool.ts";
import type { Diagnostic } from "../output/diagnostic.ts";

/** A definition as one provider accepts it. */
export interface ProviderTool {
  /** The name sent; `catalogName` is the way back. */
  readonly name: string;
  readonly catalogName: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
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
export function toProviderTools(_provider: string, tools: readonly AnyTool[]): ProviderTools {
  return {
    tools: tools.map((tool) => ({
      name: tool.def.name,
      catalogName: tool.def.name,
      description: tool.def.description,
      schema: tool.def.schema as unknown as Readonly<Record<string, unknown>>,
      restoreArguments: (args) => args,
    })),
    diagnostics: [],
  };
}
