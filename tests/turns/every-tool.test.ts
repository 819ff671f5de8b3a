import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { localDefinitions } from "../../scripts/local-definitions.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import type { AnyTool } from "../../src/contract/tool.ts";
import { goalTools } from "../../src/extensions/goal-tools.ts";
import { ENTER_PLAN_MODE, EXIT_PLAN_MODE } from "../../src/extensions/plan-mode.ts";
import { mcpInvokeTool } from "../../src/mcp/search/mcp-invoke.ts";
import { toolSearchTool } from "../../src/mcp/search/tool-search.ts";

interface Call {
  readonly tool: string;
  readonly args?: unknown;
  /** What the script expects of it: a failure, or none. */
  readonly fails: boolean;
}

interface Step {
  readonly calls?: readonly { readonly tool: string; readonly args?: unknown }[];
  readonly expect?: readonly { readonly call: number; readonly isError?: boolean }[];
}

const calls = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".yaml"))
  .flatMap((name) => parse(readFileSync(join(import.meta.dirname, name), "utf8")).steps as Step[])
  .flatMap(({ calls = [], expect: expected = [] }) =>
    calls.map((call, at): Call => {
      const fails = expected.some((one) => one.call === at && one.isError === true);
      return { ...call, fails };
    }),
  );

const search = DEFAULT_CONFIG.mcpToolSearch;
const tools: readonly Pick<AnyTool, "def">[] = [
  ...localDefinitions(),
  ...goalTools({ text: "", completed: false }),
  toolSearchTool([], search),
  mcpInvokeTool([]),
];
const named = tools.map(({ def }) => [def.name, def.schema as Schema] as const);
/** These take nothing, and are made inside their extension. */
const all: readonly (readonly [string, Schema])[] = [...named, [ENTER_PLAN_MODE, {}], [EXIT_PLAN_MODE, {}]];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Every parameter, those within lists and objects too: `steps`, `steps[].question`. */
function parametersOf({ properties = {}, items }: Schema, prefix = ""): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    prefix + name,
    ...parametersOf(schema, `${prefix}${name}.`),
  ]);
  return items === undefined ? own : [...own, ...parametersOf(items, `${prefix.replace(/\.$/, "")}[].`)];
}

/** The parameters that arguments hold, in the same words. */
function givenIn(value: unknown, prefix = ""): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => givenIn(item, `${prefix.replace(/\.$/, "")}[].`));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    prefix + name,
    ...givenIn(item, `${prefix}${name}.`),
  ]);
}

test.each(all)(
  "a script shows %s with each of its parameters, once well and once failing",
  (tool, schema) => {
    const own = calls.filter((call) => call.tool === tool);
    const shown = new Set(own.filter(({ fails }) => !fails).flatMap(({ args }) => givenIn(args)));
    expect(parametersOf(schema).filter((parameter) => !shown.has(parameter))).toEqual([]);
    expect(own.some(({ fails }) => !fails)).toBe(true);
    expect(own.some(({ fails }) => fails)).toBe(true);
  },
);
