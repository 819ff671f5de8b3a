import { describe, expect, test } from "bun:test";
import { assembleCatalog, deferredTools, offeredTools } from "../../src/catalog/assemble.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import type { McpToolSearchConfig } from "../../src/config/types.ts";
import type { ToolSource } from "../../src/contract/tool.ts";
import { planDisclosure } from "../../src/mcp/disclosure.ts";
import { facts, sources } from "../support/catalog.ts";

const candidate = (estimatedTokens: number, source: ToolSource = "configured") => ({
  source,
  estimatedTokens,
});
const MODEL = { provider: "acme", id: "m-1", contextWindow: 1_000, supports: { image: false, video: false } };

function deferred(
  options: Partial<McpToolSearchConfig>,
  tokens: readonly number[] = [100, 51],
  window = 1_000,
) {
  const given = { ...DEFAULT_CONFIG.mcpToolSearch, modelWhitelist: ["acme/*"], ...options };
  const entries = tokens.map((count) => candidate(count));
  return planDisclosure(entries, { ...MODEL, contextWindow: window }, given).deferred.length;
}

describe("MCP definitions are deferred only when all holds:", () => {
  test("the model is on the list, which is empty by default", () => {
    expect(deferred({})).toBe(2);
    expect(deferred({ modelWhitelist: [] })).toBe(0);
    const lists = [["*"], ["acme/m-1"], ["*/m-*"], ["a*e/*1"], ["other/*", "acme/m-1"]];
    expect(lists.map((modelWhitelist) => deferred({ modelWhitelist }))).toEqual([2, 2, 2, 2, 2]);
    const others = [["acme"], ["acme/m-10"], ["*/m"], ["m-1"], ["ACME/*"], [""]];
    expect(others.map((modelWhitelist) => deferred({ modelWhitelist }))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("it is enabled", () => expect(deferred({ enabled: false })).toBe(0));

  test("the context window is a positive finite number", () => {
    expect(
      [0, -1, Number.NaN, Number.POSITIVE_INFINITY].map((window) => deferred({}, [500], window)),
    ).toEqual([0, 0, 0, 0]);
  });

  test("there are enough candidates", () => {
    expect([2, 3].map((minDeferCount) => deferred({ minDeferCount }))).toEqual([2, 0]);
  });

  test("they exceed the share of the window, and not only reach it", () => {
    expect(
      [
        [100, 50],
        [100, 51],
      ].map((tokens) => deferred({}, tokens)),
    ).toEqual([0, 2]);
  });

  test("built-in sources stay inline and are not counted", () => {
    const entries = [candidate(500, "builtin-matrix"), candidate(500, "builtin"), candidate(10)];
    const options = { ...DEFAULT_CONFIG.mcpToolSearch, modelWhitelist: ["*"] };
    expect(planDisclosure(entries, MODEL, options).deferred).toEqual([]);
    const more = [...entries, candidate(141)];
    expect(planDisclosure(more, MODEL, options).inline).toEqual(entries.slice(0, 2));
  });
});

test("deferred tools leave the list, the means to reach them come in behind the inline ones, with a hint", () => {
  const search = { modelWhitelist: ["*"], thresholdPct: 0 };
  const catalog = assembleCatalog(
    facts({ goal: true }, { search }),
    sources("read", "matrix:gen_videos", "srv/a", "srv/b", "goal:goal_get", "extension:late"),
  );
  expect(offeredTools(catalog).map(({ def }) => def.name)).toEqual([
    "read",
    "gen_videos",
    "tool_search",
    "mcp_invoke",
    "goal_get",
    "late",
  ]);
  expect(deferredTools(catalog).map(({ def }) => def.name)).toEqual(["mcp__srv__a", "mcp__srv__b"]);
  expect(catalog.totals).toMatchObject({ offered: 6, deferred: 2, dropped: 0 });
  expect(catalog.hint).toContain("2 tools of the MCP server srv");
  expect(assembleCatalog(facts(), sources("srv/a")).hint).toBeUndefined();
});
