import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { defineRuntimeTool } from "../../src/contract/define-tool.ts";
import { textResult } from "../../src/contract/results.ts";
import { cachedIndex } from "../../src/mcp/search/index-cache.ts";
import { mcpInvokeTool } from "../../src/mcp/search/mcp-invoke.ts";
import type { SearchableTool } from "../../src/mcp/search/search-index.ts";
import { termsOf } from "../../src/mcp/search/tokens.ts";
import { toolSearchTool } from "../../src/mcp/search/tool-search.ts";

const CONTEXT = { sessionId: "s", turnId: "t" };
const OPTIONS = DEFAULT_CONFIG.mcpToolSearch;

function searchable(leaf: string, description = "", schema = Type.Object({})): SearchableTool {
  const name = `mcp__srv__${leaf}`;
  const execute = async (_: unknown, input: unknown) => textResult(name, JSON.stringify(input));
  return { leaf, tool: defineRuntimeTool({ name, description, schema, execute }) };
}

async function search(tools: readonly SearchableTool[], args: object) {
  const result = await toolSearchTool(tools, OPTIONS).impl.execute(CONTEXT, args);
  if (result.isError) return { error: result.text, names: [], total: 0, hits: [] };
  const { hits, total } = JSON.parse(result.text) as {
    hits: { name: string; score: number }[];
    total: number;
  };
  return { names: hits.map(({ name }) => name.replace("mcp__srv__", "")), hits, total, error: undefined };
}

const many = (count: number, of: (at: number) => SearchableTool) =>
  Array.from({ length: count }, (_, at) => of(at));

describe("tool_search", () => {
  test("g1: every name that is asked for is there, first, however few hits are wanted", async () => {
    const tools = many(30, (at) => searchable(`get_entity_${at}`, "Get an entity of the project"));
    const wanted = [3, 7, 11, 13, 17, 19, 23].map((at) => `get_entity_${at}`);
    const { names } = await search(tools, { query: wanted.join(", "), top_k: 5 });
    expect(names.toSorted()).toEqual(wanted.toSorted());
  });

  test("g2: a tool with a thin description is first when it is named, by its leaf or by its whole name", async () => {
    const tools = [
      ...many(200, (at) => searchable(`get_entity_${at}`, "get entity, get entities, entity getter")),
      searchable("get_entity", ""),
    ];
    for (const query of [
      "get_entity",
      "mcp__srv__get_entity",
      "please use get_entity for this",
      "get entity",
    ]) {
      expect((await search(tools, { query })).names[0]).toBe("get_entity");
    }
  });

  test("g3: names outweigh prose", async () => {
    const prose =
      "A light summary. ".repeat(60) + "You may rig the light as a rig of light and rig. ".repeat(20);
    const tools = [
      searchable("create_document", prose),
      searchable("light_rig", "Adds lamps"),
      searchable("other"),
    ];
    expect((await search(tools, { query: "light rig" })).names[0]).toBe("light_rig");
  });

  test("g4: one short word finds a part of a name, snake, camel or kebab", async () => {
    const tools = ["create_sphere", "createCube", "create-cone", "HTTPServerStart"].map((name) =>
      searchable(name),
    );
    expect((await search(tools, { query: "sphere" })).names).toEqual(["create_sphere"]);
    expect((await search(tools, { query: "cube" })).names).toEqual(["createCube"]);
    expect((await search(tools, { query: "cone" })).names).toEqual(["create-cone"]);
    expect((await search(tools, { query: "http server" })).names).toEqual(["HTTPServerStart"]);
  });

  test("g5: a common verb of the query decides nothing", async () => {
    const tools = [
      searchable("get_weather", "Look up weather for a city"),
      searchable("docs_query", "Queries the documentation of a project"),
      searchable("lookup_user", "Look up a user"),
    ];
    expect((await search(tools, { query: "look for documentation about deployment" })).names[0]).toBe(
      "docs_query",
    );
  });

  test("Chinese queries find Chinese descriptions, by words inside them", async () => {
    const tools = [
      searchable("a", "查询城市天气预报"),
      searchable("b", "发送电子邮件"),
      searchable("c", "Sends mail"),
    ];
    expect((await search(tools, { query: "天气" })).names).toEqual(["a"]);
    expect((await search(tools, { query: "帮我发邮件" })).names[0]).toBe("b");
  });

  test("parameters count: their names, descriptions and enum values", async () => {
    const schema = Type.Object({ iso_country: Type.String({ description: "postal region" }) });
    const tools = [searchable("a", "x", schema), searchable("b", "x")];
    for (const query of ["country", "postal"]) expect((await search(tools, { query })).names).toEqual(["a"]);
  });

  test("a regex filters, the query ranks inside it, and without hits the pool stands", async () => {
    const tools = ["git_log", "git_push", "svn_log"].map((name) => searchable(name));
    expect((await search(tools, { regex: "^MCP__srv__git_" })).names).toEqual(["git_log", "git_push"]);
    expect((await search(tools, { regex: "git_", query: "log" })).names).toEqual(["git_log"]);
    expect((await search(tools, { regex: "git_", query: "weather" })).names).toEqual(["git_log", "git_push"]);
    expect((await search(tools, { query: "weather" })).total).toBe(0);
  });

  test("a regex of a model runs in linear time, and one that cannot is an error result", async () => {
    const tools = [searchable("a", "a".repeat(5_000))];
    expect((await search(tools, { regex: "(a+)+$b" })).total).toBe(0);
    expect((await search(tools, { regex: "(?<=a)b" })).error).toContain("Look-around");
    expect((await search(tools, { regex: "(" })).error).toContain('Cannot use the regex "("');
  });

  test("hits are bounded, ties stand by name, the total tells all", async () => {
    const tools = many(40, (at) => searchable(`zoo_${String(at).padStart(2, "0")}`));
    const five = await search(tools, { query: "zoo" });
    expect(five.names).toEqual(["zoo_00", "zoo_01", "zoo_02", "zoo_03", "zoo_04"]);
    expect(five.total).toBe(40);
    expect((await search(tools, { query: "zoo", top_k: 1_000 })).names).toHaveLength(OPTIONS.topKMax);
    expect((await search(tools, {})).error).toContain("Give a query");
  });

  test("the same definitions share an index, others get their own", async () => {
    const tools = [searchable("a")];
    expect(await cachedIndex(tools, 10)).toBe(await cachedIndex([searchable("a")], 10));
    expect(await cachedIndex([searchable("a", "other")], 10)).not.toBe(await cachedIndex(tools, 10));
  });
});

describe("mcp_invoke", () => {
  const strict = searchable(
    "add",
    "adds",
    Type.Object({ n: Type.Number() }, { additionalProperties: false }),
  );
  const tool = mcpInvokeTool([strict, searchable("other")]);
  const invoke = (input: object) =>
    tool.impl
      .execute(CONTEXT, tool.def.prepareArguments?.(input) ?? input)
      .then(({ text, isError = false }) => ({ text, isError }));

  test("g6: runs what was found, by its exact name; arguments default to none", async () => {
    expect(await invoke({ tool_name: "mcp__srv__add", arguments: { n: 1 } })).toEqual({
      text: '{"n":1}',
      isError: false,
    });
    expect(await invoke({ tool_name: "mcp__srv__add", arguments: '{"n": 2}' })).toEqual({
      text: '{"n":2}',
      isError: false,
    });
    expect(await invoke({ tool_name: "mcp__srv__other" })).toEqual({ text: "{}", isError: false });
  });

  test("a mismatch answers with the issues and the schema, and nothing runs", async () => {
    const { text, isError } = await invoke({ tool_name: "mcp__srv__add", arguments: { n: "x" } });
    expect(isError).toBe(true);
    expect(text).toContain("- /n: ");
    expect(text).toContain('"additionalProperties":false');
  });

  test("an unknown name gets the nearest names, never a guess", async () => {
    const { text, isError } = await invoke({ tool_name: "srv_add" });
    expect(isError).toBe(true);
    expect(text).toContain("Nearest: mcp__srv__add");
  });
});

test("terms are split at case, digits and punctuation; Han text is characters and pairs", () => {
  expect(termsOf("getHTTPResponse2_now-please")).toEqual(["get", "http", "response", "2", "now", "please"]);
  expect(termsOf("查天气")).toEqual(["查", "天", "气", "查天", "天气"]);
});
