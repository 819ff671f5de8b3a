import type { TSchema } from "@sinclair/typebox";
import type { ToolDefinition } from "./tool.ts";

/** One thing wrong with the arguments of a call: where (JSON pointer, or `(root)`) and what. */
export interface ArgumentIssue {
  readonly path: string;
  readonly message: string;
}

export type CheckedArguments =
  | { readonly ok: true; readonly input: unknown }
  | { readonly ok: false; readonly issues: readonly ArgumentIssue[]; readonly more: number };

/** At most this many issues are told; a model mends the first ones and asks again. */
export const MAX_ISSUES = 8;

/**
 * Prepares (`prepareArguments`) and validates the arguments of a call. Values are neither coerced nor given
 * defaults: what the tool mends is written in its own `prepareArguments`.
 */
export async function checkArguments(def: ToolDefinition, raw: unknown): Promise<CheckedArguments> {
  const input = def.prepareArguments ? def.prepareArguments(raw) : raw;
  return validateArguments(def, input);
}

/** Validation alone; the second pass after hooks may have changed the input. */
export async function validateArguments(def: ToolDefinition, input: unknown): Promise<CheckedArguments> {
  const all = def.checkInput ? await def.checkInput(input) : await typeboxIssues(def.schema, input);
  if (all.length === 0) return { ok: true, input };
  return { ok: false, issues: all.slice(0, MAX_ISSUES), more: Math.max(0, all.length - MAX_ISSUES) };
}

/** TypeBox's validator, loaded on first use: it is not needed to list a catalog. */
async function typeboxIssues(schema: TSchema, input: unknown): Promise<ArgumentIssue[]> {
  const [{ Value }, { TypeRegistry }] = await Promise.all([
    import("@sinclair/typebox/value"),
    import("@sinclair/typebox"),
  ]);
  if (!TypeRegistry.Has("Unsafe")) TypeRegistry.Set<TSchema>("Unsafe", fitsUnsafe);
  if (Value.Check(schema, input)) return [];
  const byPath = new Map<string, ArgumentIssue>();
  for (const error of Value.Errors(schema, input)) {
    const path = error.path === "" ? "(root)" : error.path;
    if (!byPath.has(path)) byPath.set(path, { path, message: choices(error.schema) ?? error.message });
    if (byPath.size > 64) break;
  }
  return [...byPath.values()];
}

/** TypeBox has no check for `Type.Unsafe`; tools use it for texts with a choice of values. */
function fitsUnsafe(schema: TSchema, value: unknown): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  return schema.type === undefined || typeof value === schema.type;
}

function choices(schema: TSchema): string | undefined {
  if (!Array.isArray(schema.enum)) return undefined;
  return `Expected one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(", ")}`;
}
