import { expect, test } from "bun:test";
import { createPermissionEngine } from "../../../src/permissions/engine.ts";
import type { ToolFacts } from "../../../src/permissions/types.ts";
import { rules } from "../paths/support.ts";

const places = {
  workspace: "/nonexistent/w",
  home: "/nonexistent/h",
  dataDir: "/nonexistent/h/.minimax",
  platform: process.platform,
};

test("a rule for the tools of one server allows none of a server whose name starts like it", async () => {
  const servers: Record<string, string> = {
    mcp__github__list: "github",
    mcp__github__evil__list_0123abcd: "github__evil",
    mcp__github___list_0123abcd: "github_",
    mcp__github_evil__list_0123abcd: "github/evil",
  };
  const toolFacts = (name: string): ToolFacts => ({
    name,
    source: "configured",
    server: servers[name],
    serverTool: "list",
  });
  const allowed = async (rule: string) => {
    const engine = createPermissionEngine({
      places,
      mode: "ask",
      rules: rules({ allow: [rule] }),
      toolFacts,
    });
    const verdicts = Object.keys(servers).map(async (name) => ({
      name,
      by: (await engine.verdict({ name, input: {}, source: "configured" })).by,
    }));
    return (await Promise.all(verdicts)).filter(({ by }) => by !== "mode:ask").map(({ name }) => name);
  };
  expect(await allowed("mcp__github__*")).toEqual(["mcp__github__list"]);
  expect(await allowed("mcp__github__l*")).toEqual(["mcp__github__list"]);
  expect(await allowed("github/*")).toEqual(["mcp__github__list"]);
  expect(await allowed("github/evil/*")).toEqual(["mcp__github_evil__list_0123abcd"]);
  expect(await allowed("mcp__github__evil__*")).toEqual(["mcp__github__evil__list_0123abcd"]);
  expect(await allowed("mcp__github__evil__list_0123abcd")).toEqual(["mcp__github__evil__list_0123abcd"]);
  expect(await allowed("mcp__*")).toEqual(Object.keys(servers));
  expect(await allowed("mcp__github*")).toEqual(Object.keys(servers));
});
