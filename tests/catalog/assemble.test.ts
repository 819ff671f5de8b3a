import { describe, expect, test } from "bun:test";
import { assembleCatalog, offeredTools } from "../../src/catalog/assemble.ts";
import { catalogDocument } from "../../src/catalog/document.ts";
import { jsonDocument } from "../../src/output/json.ts";
import { entry, facts, sources } from "../support/catalog.ts";
import { faultOf } from "../support/config.ts";

const names = (catalog: ReturnType<typeof assembleCatalog>) =>
  catalog.tools.map(({ name, status }) => `${status} ${name}`);

describe("a catalog", () => {
  test("stands in the order local, MCP, goal, extensions; offered first, then dropped as they were met", () => {
    const all = sources("extension:late", "goal:goal_get", "srv/x", "desktop_a", "read", "matrix:desktop_b");
    expect(names(assembleCatalog(facts(), all))).toEqual([
      "offered read",
      "offered mcp__srv__x",
      "offered goal_get",
      "offered late",
      "dropped desktop_a",
      "dropped desktop_b",
    ]);
  });

  test("has no tool at all when tools are disabled", async () => {
    const catalog = assembleCatalog(facts({ disabled: true }), sources("read", "srv/x", "extension:e"));
    expect(catalog.tools).toEqual([]);
    expect(catalog.diagnostics.map(({ code }) => code)).toEqual(["tools_disabled"]);
  });

  test("refuses two tools of one name and names both owners", async () => {
    const fault = await faultOf(() => assembleCatalog(facts(), sources("read", "extension:read")));
    expect(fault.message).toBe(
      'Cannot use the tool name "read" twice: it belongs to the local registry and to the extension',
    );
  });

  test("a Matrix tool named like a native one gives way, but not to one that the host lacks", () => {
    const both = sources("web_search", "matrix:web_search");
    expect(names(assembleCatalog(facts(), both))).toEqual(["offered web_search", "dropped web_search"]);
    const server = assembleCatalog(facts({ host: "server" }), both);
    expect(offeredTools(server).map(({ source }) => source)).toEqual(["builtin-matrix"]);
  });

  test("f3: the same tool on two servers is there twice, under two names", () => {
    expect(names(assembleCatalog(facts(), sources("a/search", "b/search")))).toEqual([
      "offered mcp__a__search",
      "offered mcp__b__search",
    ]);
  });

  test("counts tokens as the specification says, from name, description and schema alone", () => {
    const one = entry("read", "é😀".repeat(10));
    const { totals, tools } = assembleCatalog(facts(), { ...sources(), local: [one] });
    const { name, description, schema } = one.tool.def;
    const expected = Math.ceil(JSON.stringify({ name, description, schema }).length / 4);
    expect(tools[0]?.estimatedTokens).toBe(expected);
    expect(totals).toEqual({
      offered: 1,
      deferred: 0,
      dropped: 0,
      estimatedTokens: expected,
      contextWindow: 200_000,
      share: Math.round((expected / 200_000) * 10_000) / 10_000,
    });
  });

  test("is the same bytes for the same facts and sources, and changes nothing it was given", () => {
    const given = sources("read", "write", "srv/x", "goal:goal_get");
    const before = JSON.stringify(given);
    const print = () => jsonDocument(catalogDocument(assembleCatalog(facts({ role: "worker" }), given)));
    expect(print()).toBe(print());
    expect(JSON.stringify(given)).toBe(before);
  });
});
