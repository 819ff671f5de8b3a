import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { connectorCatalogName, mcpCatalogName } from "../../src/mcp/names.ts";

describe("catalog names of MCP tools", () => {
  test("plain parts make a plain name", () => {
    expect(mcpCatalogName("github", "search-code")).toBe("mcp__github__search-code");
    expect(connectorCatalogName("mail", "send_2")).toBe("connector__mail__send_2");
  });

  test("f1: 64 characters are kept, 65 are cut to 55 and get a suffix", () => {
    const tool = (length: number) => "t".repeat(length - "mcp____".length - 20);
    expect(mcpCatalogName("s".repeat(20), tool(64))).toHaveLength(64);
    expect(mcpCatalogName("s".repeat(20), tool(64))).not.toMatch(/_[0-9a-f]{8}$/);
    expect(mcpCatalogName("s".repeat(20), tool(65))).toMatch(/^.{55}_[0-9a-f]{8}$/);
  });

  test("f2: characters that providers refuse are reduced, and the names stay apart", () => {
    const names = ["a.b", "a/b", "a b", "a_b", "日本"].map((tool) => mcpCatalogName("s", tool));
    expect(new Set(names).size).toBe(5);
    expect(names[3]).toBe("mcp__s__a_b");
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  test("f4: servers that differ in punctuation or case only keep different names", () => {
    const names = ["my-server", "my_server", "My.Server", "My_Server", "_my_server"].map((server) =>
      mcpCatalogName(server, "search"),
    );
    expect(new Set(names).size).toBe(5);
  });

  test("parts with __ or _ at an edge cannot be mistaken for the separator", () => {
    expect(mcpCatalogName("a__b", "c")).not.toBe(mcpCatalogName("a", "b__c"));
    expect(mcpCatalogName("a_", "b")).not.toBe(mcpCatalogName("a", "_b"));
  });

  test("any two different tools have different names, each of them acceptable", () => {
    const part = fc.oneof(fc.string({ minLength: 1, maxLength: 70 }), fc.stringMatching(/^[a_.-]{1,6}$/));
    fc.assert(
      fc.property(part, part, part, part, (server, tool, server2, tool2) => {
        const name = mcpCatalogName(server, tool);
        const same = server === server2 && tool === tool2;
        return /^[A-Za-z0-9_-]{1,64}$/.test(name) && (same || name !== mcpCatalogName(server2, tool2));
      }),
    );
  });
});
