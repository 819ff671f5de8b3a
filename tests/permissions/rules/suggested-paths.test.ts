import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createPermissionEngine } from "../../../src/permissions/engine.ts";
import { NO_RULES } from "../../../src/permissions/rules/types.ts";
import { world } from "../paths/support.ts";

const w = world();
afterAll(() => w[Symbol.dispose]());
const { workspace } = w.places;
const WRITE = { def: { name: "write", description: "", schema: {} }, impl: {} } as never;

/** What the user's "this session" for one path makes of it and of another one. */
async function answered(first: string, other: string): Promise<readonly string[]> {
  const engine = createPermissionEngine({
    places: w.places,
    mode: "ask",
    rules: NO_RULES,
    ask: () => Promise.resolve({ answer: "session" }),
  });
  const input = { path: first, content: "" };
  await engine.gate({ tool: WRITE, name: "write", input, ctx: { sessionId: "s", turnId: "t" } });
  const decide = async (path: string) =>
    (await engine.verdict({ name: "write", input: { path, content: "" } })).decision;
  return [await decide(first), await decide(other)];
}

test.each([
  ["./~/.config/x", "~/.config/x"],
  ["./~", "~/a"],
  ["**/x", "a/b/x"],
  ["a/**/x", "a/b/c/x"],
  ["*", "a"],
  ["a?", "ab"],
  ["[ab]", "a"],
  ["{a,b}", "a"],
  ["a\\*", "a*"],
  ["\\", "a"],
  ["C:/x", join(workspace, "x")],
  [" a ", "a"],
  ["@a", "a"],
  ["a)", "a"],
  ["a b", "a  b"],
  [join(w.outside, "~/x"), "~/x"],
  [join(w.outside, "**"), join(w.outside, "x")],
])("a rule that is offered for %j allows it and not %j", async (path, other) => {
  expect(await answered(path, other)).toEqual(["allow", "ask"]);
});
