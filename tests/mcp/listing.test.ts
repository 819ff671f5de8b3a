import { describe, expect, test } from "bun:test";
import { connected, EVERYTHING, MEMORY, oddServer, only, realServer, stdioServer } from "../support/mcp.ts";

const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe("listing the tools of a server", () => {
  test("f10: all pages are read", async () => {
    await using connections = await connected([oddServer("pages")]);
    expect(names(only(connections).tools)).toEqual(["tool_1", "tool_2", "tool_3"]);
  });

  test("f11: a cursor that never advances ends the listing, with a warning and without doubles", async () => {
    await using connections = await connected([oddServer("same-cursor")]);
    const server = only(connections);
    expect(server.tools).toHaveLength(8);
    expect(server.diagnostics.map(({ code }) => code)).toEqual(["cursor_repeated", "duplicate_tools"]);
  });

  test("an empty cursor is followed once", async () => {
    await using connections = await connected([oddServer("empty-cursor")]);
    const server = only(connections);
    expect(names(server.tools)).toEqual(["first", "second"]);
    expect(server.diagnostics).toEqual([]);
  });

  test("f8: a definition that can mean anything is set aside alone, by name", async () => {
    await using connections = await connected([oddServer("odd-schemas")]);
    const server = only(connections);
    expect(names(server.tools)).toEqual([
      "good",
      "no_type",
      "no_schema",
      "recursive",
      "nullable_root",
      "bad_pattern",
      "lost_ref",
    ]);
    expect(server.diagnostics.map(({ message }) => message)).toEqual([
      'The tool "odd" was set aside: its inputSchema is of type null, not an object schema',
      'The tool "undefined" was set aside: it has no name',
      'The tool "not even an object" was set aside: it has no name',
    ]);
  });

  test("f9: every root schema of a listed tool is an object schema", async () => {
    await using connections = await connected([oddServer("odd-schemas")]);
    expect(only(connections).tools.map(({ inputSchema }) => inputSchema.type)).toEqual(
      Array(7).fill("object"),
    );
  });

  test("f14: a tool that is added and announced can be called after the next listing", async () => {
    await using connections = await connected([oddServer("grows")]);
    const server = only(connections);
    expect(server.stale).toBe(false);
    await server.call("grow", {});
    expect(names(server.tools)).toEqual(["grow"]);
    expect(server.stale).toBe(true);
    expect(names(await server.list())).toEqual(["grow", "grown"]);
    expect(server.stale).toBe(false);
    expect((await server.call("grown", {})).content).toEqual([{ type: "text", text: "called grown" }]);
  });

  test("a notice that comes during the listing is not lost", async () => {
    await using connections = await connected([oddServer("notifies-while-listing")]);
    const server = only(connections);
    expect(server.stale).toBe(true);
    await server.list();
    expect(server.stale).toBe(false);
  });

  test("a start that is interrupted is told as such, and not as a deadline that passed", async () => {
    const signal = AbortSignal.timeout(200);
    await using connections = await connected([oddServer("silent")], { signal });
    expect(connections.servers[0]?.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["server_stopped", "Stopped before the server finished initializing"],
    ]);
  });

  test("what a server answers to initialize is told, not the end that we gave it", async () => {
    const entries = [oddServer("refuses-to-start"), oddServer("starts-with-junk")];
    await using connections = await connected(entries);
    const [refused, junk] = connections.servers.map(({ diagnostics }) => diagnostics[0]?.message);
    expect(refused).toBe("The server failed while initializing: no licence here");
    expect(junk).toStartWith(
      "The server failed while initializing: its answer is malformed: protocolVersion: ",
    );
  });

  test("an answer without a list of tools is told", async () => {
    await using connections = await connected([oddServer("list-is-no-list")]);
    expect(only(connections).tools).toEqual([]);
    expect(only(connections).diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["list_malformed", "The server's answer to tools/list has a string where the list of tools stands"],
    ]);
  });

  test("a server that lists tools without end is cut, and told", async () => {
    await using connections = await connected([oddServer("lists-without-end")]);
    expect(only(connections).tools).toHaveLength(20_000);
    expect(only(connections).diagnostics.map(({ code }) => code)).toEqual(["list_cut"]);
  });

  test("f18: a server that floods stdout with stray lines costs its own deadline", async () => {
    const entries = [oddServer("floods-stdout"), realServer("memory", MEMORY)];
    await using connections = await connected(entries, { timeoutMs: 3_000 });
    expect(connections.servers.map(({ ok }) => ok)).toEqual([false, true]);
    expect(connections.servers[0]?.diagnostics[0]?.code).toBe("server_timeout");
  }, 15_000);

  test("one bad server costs nothing but itself", async () => {
    const entries = [
      realServer("everything", EVERYTHING),
      oddServer("silent"),
      oddServer("fails-to-list"),
      stdioServer("needs-key", ["-e", "console.error('SOME_KEY is not set'); process.exit(3)"]),
      stdioServer("missing", [], { command: "/nowhere/at-all" }),
      realServer("memory", MEMORY),
    ];
    await using connections = await connected(entries, { timeoutMs: 4_000 });
    expect(connections.servers.map(({ ok }) => ok)).toEqual([true, false, false, false, false, true]);
    const [, ...told] = connections.servers
      .flatMap(({ diagnostics }) => diagnostics)
      .map((one) => one.message);
    expect([connections.servers[1]?.diagnostics[0]?.message, ...told]).toEqual([
      "The server did not finish initializing within 4 s",
      "The server failed while listing its tools: no list today",
      "The server failed while initializing: it ended with exit code 3; its last words on stderr: SOME_KEY is not set",
      'Cannot start the program "/nowhere/at-all": no such program or folder',
    ]);
  });
});
