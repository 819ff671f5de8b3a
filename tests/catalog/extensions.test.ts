import { describe, expect, test } from "bun:test";
import { assembleCatalog, offeredTools } from "../../src/catalog/assemble.ts";
import { extensionSources } from "../../src/catalog/extension-sources.ts";
import type { FactRequest } from "../../src/catalog/facts.ts";
import type { GoalState } from "../../src/extensions/goal.ts";
import { initExtensions } from "../../src/extensions/init.ts";
import { loadExtensions } from "../../src/extensions/load.ts";
import { toolOutputBudgetExtension } from "../../src/extensions/tool-output-budget.ts";
import type { Extension } from "../../src/extensions/types.ts";
import { entry, facts } from "../support/catalog.ts";
import { runCli, testHost } from "../support/cli.ts";
import { faultOf } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

const CONTEXT = { sessionId: "s", turnId: "t" };
const TURN = { main: true, planMode: false, workspace: "/w" };

async function offered(request: FactRequest, more: { goal?: GoalState; own?: readonly Extension[] } = {}) {
  const given = facts(request);
  const {
    set,
    goalTools = [],
    extensionTools = [],
  } = await extensionSources({ facts: given, workspace: "/w", ...more });
  const catalog = assembleCatalog(given, {
    local: [],
    mcp: [],
    goal: goalTools.map((tool) => ({ tool, source: "builtin", kind: "goal", owner: "the goal tools" })),
    extensions: extensionTools.map(({ tool, extension }) => ({
      tool,
      source: "builtin",
      kind: "extension",
      owner: `extension "${extension}"`,
    })),
    diagnostics: [],
  });
  return { names: offeredTools(catalog).map(({ def }) => def.name), tools: offeredTools(catalog), set };
}

describe("plan mode", () => {
  test("offers the way in outside it and the way out inside it, to the authoritative main alone", async () => {
    expect((await offered({})).names).toEqual(["EnterPlanMode"]);
    expect((await offered({ plan: true })).names).toEqual(["ExitPlanMode"]);
    expect((await offered({ surface: "interactive" })).names).toEqual(["EnterPlanMode"]);
    const others: FactRequest[] = [
      { surface: "task-child" },
      { role: "worker" },
      { custom: { name: "mavis" } },
    ];
    for (const request of others) expect((await offered({ ...request, plan: true })).names).toEqual([]);
  });

  test("both tools take nothing and end the turn waiting for the user", async () => {
    for (const plan of [false, true]) {
      const { tools } = await offered({ plan });
      const result = await tools[0]?.impl.execute(CONTEXT, {});
      expect(result).toMatchObject({ terminate: true, details: { waiting_for_user: true } });
    }
  });
});

describe("a goal", () => {
  test("brings its tools and a reminder while it is set and open", async () => {
    const goal = { text: "all tests pass", completed: false };
    const { names, tools, set } = await offered({ goal: true }, { goal });
    expect(names).toEqual(["goal_get", "goal_complete", "EnterPlanMode"]);
    expect(set.reminders[0]).toContain("all tests pass");
    expect((await tools[0]?.impl.execute(CONTEXT, {}))?.text).toBe("Goal: all tests pass\nState: open");
    await tools[1]?.impl.execute(CONTEXT, { summary: "did it" });
    expect<GoalState>(goal).toEqual({ text: "all tests pass", completed: true, summary: "did it" });
    expect((await offered({ goal: true }, { goal })).set.reminders).toEqual([]);
  });

  test("is not for children and sub-agents, and without one there is nothing", async () => {
    const goal = { text: "x", completed: false };
    expect((await offered({ goal: true, role: "worker" }, { goal })).names).toEqual([]);
    expect((await offered({})).names).not.toContain("goal_get");
  });
});

describe("an extension", () => {
  test("registers tools, hooks, prompt parts, reminders and gates, in order", async () => {
    const seen: string[] = [];
    const make = (id: string): Extension => ({
      id,
      description: id,
      init(api) {
        api.registerTool(entry(`extension:${id}`).tool);
        api.on("before_tool_call", async () => ({ block: id }));
        api.on("after_tool_call", async () => undefined);
        api.on("turn_start", () => void seen.push(`start ${id}`));
        api.on("turn_end", async () => {
          seen.push(`end ${id}`);
          throw new Error("late");
        });
        api.contributeSystemPrompt(`prompt ${id}`);
        api.registerReminder(`reminder ${id}`);
      },
    });
    const budget = toolOutputBudgetExtension(async (result) => result);
    const set = await initExtensions([make("one"), budget, make("two")], TURN);
    expect(set.tools.map(({ extension }) => extension)).toEqual(["one", "two"]);
    expect([set.before.length, set.after.length, set.gates.length]).toEqual([2, 2, 1]);
    expect(set.systemPrompt).toEqual(["prompt one", "prompt two"]);
    expect(set.reminders).toEqual(["reminder one", "reminder two"]);
    expect(await set.turnStart()).toEqual([]);
    expect(await set.turnEnd()).toEqual([
      'a hook of the extension "one" failed: late',
      'a hook of the extension "two" failed: late',
    ]);
    expect(seen).toEqual(["start one", "start two", "end one", "end two"]);
  });

  test("registers nothing when tools are disabled", async () => {
    const own: Extension = { id: "x", description: "", init: () => expect.unreachable() };
    expect((await offered({ disabled: true, plan: true }, { own: [own] })).set.tools).toEqual([]);
  });

  test("that fails to start, or takes an id again, is the fault of whoever named it", async () => {
    const bad: Extension = { id: "bad", description: "", init: () => Promise.reject(new Error("no key")) };
    expect((await faultOf(() => initExtensions([bad], TURN))).message).toBe(
      'The extension "bad" failed to start: no key',
    );
    const same: Extension = { id: "same", description: "", init: () => {} };
    expect((await faultOf(() => initExtensions([same, same], TURN))).exit).toBe(2);
  });

  test("comes from a file that the user names, and never from the project by itself", async () => {
    using space = workspace({
      "mine.mjs": `export default {id: "mine", description: "d", init(api) {
        api.registerTool({def: {name: "greet", description: "greets", schema: {type: "object"}},
          impl: {execute: async () => ({tool_name: "greet", text: "hi", content: []})}});
      }};`,
    });
    const run = (...argv: string[]) =>
      runCli(["catalog", "--format", "names", ...argv], testHost({ cwd: space.path, home: space.path }));
    expect((await run()).stdout).not.toContain("greet");
    expect((await run("--extension", "mine.mjs")).stdout).toContain("greet\n");
  });

  test.each([
    ["missing.mjs", undefined, "there is no such file"],
    ["broken.mjs", "export default {", "Cannot load the extension"],
    ["empty.mjs", "export const x = 1;", "it exports no extension"],
    ["half.mjs", "export const extension = {id: 'x', description: ''};", "its init is no function"],
  ])("%s is exit 2 with the reason", async (name, source, words) => {
    using space = workspace(source === undefined ? {} : { [name]: source });
    const fault = await faultOf(() => loadExtensions([{ path: `${space.path}/${name}`, shown: name }]));
    expect([fault.exit, fault.where]).toEqual([2, name]);
    expect(fault.message).toContain(words);
  });
});
