import { describe, expect, test } from "bun:test";
import { faultOf } from "../support/config.ts";
import { connected, oddServer, only } from "../support/mcp.ts";

describe("a server over stdio", () => {
  test("f16: a server that fills stderr before it replies is heard", async () => {
    await using connections = await connected([oddServer("floods-stderr")]);
    expect((await only(connections).call("call", {})).content).toHaveLength(1);
  });

  test("f18: lines that are no messages are skipped and told, before and between replies", async () => {
    await using connections = await connected([oddServer("stray-lines")]);
    const server = only(connections);
    for (const _ of [1, 2]) {
      expect((await server.call("call", {})).content).toEqual([{ type: "text", text: "answered" }]);
    }
    expect(server.diagnostics.map(({ message }) => message)).toEqual([
      'The server wrote 7 lines to stdout that are no messages; the first: "server is starting"',
    ]);
  });

  test("f19: a reply split inside a character, two messages in one chunk, a reply of 5 MB", async () => {
    await using connections = await connected([oddServer("odd-chunks")]);
    const server = only(connections);
    expect((await server.call("call", {})).content[0]?.text).toBe("naïve 测试 😀");
    const { content } = await server.call("call", { big: true });
    expect(content[0]?.text).toBe("é".repeat(2_500_000));
  });

  test("f20: a server that dies in a call gives an error with its last words, to every pending call", async () => {
    await using connections = await connected([oddServer("dies")]);
    const server = only(connections);
    const faults = await Promise.all([1, 2].map(() => faultOf(() => server.call("call", {}))));
    for (const fault of faults) {
      expect(fault.code).toBe("server_died");
      expect(fault.message).toBe(
        "The server ended with exit code 7 before it answered. The call was not repeated.\nIts last lines on stderr:\nout of cheese",
      );
    }
  });

  test("f20: a server that only closes its stdout is as dead", async () => {
    await using connections = await connected([oddServer("closes-stdout")]);
    expect((await faultOf(() => only(connections).call("call", {}))).code).toBe("server_died");
  });

  test("a server that died is started again for the next call, and the lost call is not repeated", async () => {
    await using connections = await connected([oddServer("dies-once")]);
    const server = only(connections);
    const first = (await server.call("pid", {})).content[0]?.text;
    expect((await faultOf(() => server.call("die", {}))).code).toBe("server_died");
    const second = (await server.call("pid", {})).content[0]?.text;
    expect(second).not.toBe(first);
    expect(server.stale).toBe(true);
  });

  test("f23: progress keeps a call alive past its time limit", async () => {
    await using connections = await connected([oddServer("reports-progress", { timeoutMs: 400 })]);
    const steps: string[] = [];
    const result = await only(connections).call("call", {}, { onProgress: (text) => steps.push(text) });
    expect(result.content).toEqual([{ type: "text", text: "done at last" }]);
    expect(steps.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6].map((step) => `step ${step}`));
  });

  test("a call without answer or progress ends at its limit, and the server stays usable", async () => {
    await using connections = await connected([oddServer("hangs", { timeoutMs: 200 })]);
    const server = only(connections);
    const fault = await faultOf(() => server.call("hang", {}));
    expect(fault.code).toBe("call_timeout");
    expect(JSON.parse(String((await server.call("cancelled", {})).content[0]?.text))).toHaveLength(1);
  });

  test("an aborted call tells the server, and the server stays usable", async () => {
    await using connections = await connected([oddServer("hangs")]);
    const server = only(connections);
    const abort = new AbortController();
    const call = server.call("hang", {}, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("stopped")), 50);
    await expect(call).rejects.toThrow("stopped");
    expect(JSON.parse(String((await server.call("cancelled", {})).content[0]?.text))).toHaveLength(1);
  });

  test("roots are the workspace, sampling is refused, elicitation without a user is declined", async () => {
    await using connections = await connected([oddServer("asks-back")], { workspace: "/tmp" });
    const server = only(connections);
    const answer = async (tool: string) => String((await server.call(tool, {})).content[0]?.text);
    expect(await answer("roots")).toContain("file:///tmp");
    expect(await answer("sample")).toContain("-32601");
    expect(await answer("elicit")).toBe('{"action":"decline"}');
  });
});
