import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import type { AnyTool } from "../../src/contract/tool.ts";
import { createLocalTools } from "../../src/tools/registry.ts";
import { sessionStore } from "../../src/turn/session/session-store.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

/** How many calls of each tool; those that write wait for the disk. */
const RUNS: Readonly<Record<string, number>> = {
  skill: 10_000,
  ask_user: 10_000,
  request_feature_enable: 10_000,
  memory: 3_000,
  mavis: 3_000,
  website_deploy: 1_000,
};

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const TEXTS = [
  "",
  " ",
  "a",
  "site",
  "../outside",
  "~",
  "/",
  "\0",
  "\ud800",
  "constructor",
  "x".repeat(3_000),
];

/** Mostly what the schema asks for, sometimes anything. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: fc.anything() });
}

function fitting({ type, enum: choices, properties = {}, items = {} }: Schema): fc.Arbitrary<unknown> {
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(valueFor(items), { maxLength: 6 });
  if (type === "object") {
    const values = Object.entries(properties).map(([name, inner]) => [name, valueFor(inner)] as const);
    return fc.record(Object.fromEntries(values), { requiredKeys: [] });
  }
  return fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: "binary" }));
}

test.each(Object.keys(RUNS))(
  "%s: whatever the arguments, the answer is one result, and nothing outside is touched",
  async (name) => {
    using place = workspace({ "site/index.html": "x", outside: "kept" });
    const tool = toolIn(place.path, name);
    const args = fc.oneof(
      { weight: 9, arbitrary: fitting(tool.def.schema) },
      { weight: 1, arbitrary: fc.anything() },
    );
    await fc.assert(
      fc.asyncProperty(args, async (input) => {
        const result = await callTool(place.path, tool, input);
        expect(result.tool_name).toBe(name);
        expect(result.text.isWellFormed()).toBe(true);
        expect(result.isError === true && result.terminate === true).toBe(false);
      }),
      { numRuns: RUNS[name] },
    );
    expect(readFileSync(join(place.path, "outside"), "utf8")).toBe("kept");
    const expected = ["data", "outside", "site", "sites"];
    expect(readdirSync(place.path).filter((entry) => !expected.includes(entry))).toEqual([]);
    expect(existsSync(join(place.path, "../outside"))).toBe(false);
  },
  60_000,
);

function toolIn(path: string, name: string): AnyTool {
  const dataDir = resolveDataDir({ env: {}, cwd: path, home: path }, join(path, "data"));
  const services = testServices(path, {
    skills: [{ name: "a", description: "A", scope: "data-dir", text: "A" }],
    memory: { folder: join(dataDir.path, "memory") },
    mavis: { dataDir, sessions: sessionStore(dataDir.sessions, process.platform) },
    features: { isOn: () => false, enable: async () => "config.yaml" },
    deploy: { folder: join(path, "sites") },
  });
  const tool = createLocalTools(services).find(({ def }) => def.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}`);
  return tool;
}
