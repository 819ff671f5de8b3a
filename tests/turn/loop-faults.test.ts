import { expect, test } from "bun:test";
import { setTimeout as sleep } from "node:timers/promises";
import { textResult } from "../../src/contract/results.ts";
import { echoTool, playScript, toolThat } from "../support/turn.ts";

test("h21: an unknown tool gets an error result with near names, the known one beside it runs", async () => {
  const tools = [echoTool("read_file"), echoTool("write_file")];
  const played = await playScript("steps: [{calls: [{tool: raed_file}, {tool: write_file}]}, {say: done}]", {
    tools,
  });
  expect(played.calls.map((call) => call.isError)).toEqual([true, false]);
  expect(played.calls[0]?.text).toContain('no tool named "raed_file"');
  expect(played.calls[0]?.text).toContain("read_file");
  expect(played.stopReason).toBe("stop");
});

test("h22: one sequential tool makes the whole batch run one by one, in the order of the message", async () => {
  const log: string[] = [];
  const slow = (name: string, mode: "parallel" | "sequential", ms: number) =>
    toolThat(
      name,
      async () => {
        log.push(`${name}+`);
        await sleep(ms);
        log.push(`${name}-`);
        return textResult(name, name);
      },
      mode,
    );
  const tools = [slow("read", "parallel", 30), slow("write", "sequential", 5)];
  await playScript("steps: [{calls: [{tool: read}, {tool: read}, {tool: write}, {tool: read}]}]", { tools });
  expect(log).toEqual(["read+", "read-", "read+", "read-", "write+", "write-", "read+", "read-"]);
});

test("h17: results of a parallel batch come back in the order of the calls", async () => {
  const slow = toolThat("slow", async () => {
    await sleep(60);
    return textResult("slow", "slow");
  });
  const ended: string[] = [];
  const played = await playScript("steps: [{calls: [{tool: slow}, {tool: fast}]}]", {
    tools: [slow, echoTool("fast")],
    listener: { callEnd: (entry) => ended.push(entry.tool) },
  });
  expect(ended).toEqual(["fast", "slow"]);
  expect(played.calls.map((call) => call.tool)).toEqual(["slow", "fast"]);
});

test("h24: a write and a read that depends on it keep their order in one batch", async () => {
  let stored = "nothing";
  const write = toolThat(
    "write",
    async () => {
      await sleep(30);
      stored = "written";
      return textResult("write", "ok");
    },
    "sequential",
  );
  const list = toolThat("list", () => textResult("list", stored));
  const played = await playScript("steps: [{calls: [{tool: write}, {tool: list}]}]", {
    tools: [write, list],
  });
  expect(played.calls[1]?.text).toBe("written");
});

test("h6: an abort in the first call of a batch starts no second one and asks no model again", async () => {
  const stop = new AbortController();
  let second = 0;
  const first = toolThat(
    "first",
    async (_input, signal) => {
      setTimeout(() => stop.abort("SIGINT"), 10);
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      throw new Error("stopped");
    },
    "sequential",
  );
  const other = toolThat("second", () => {
    second += 1;
    return textResult("second", "ran");
  });
  const messages: string[] = [];
  const played = await playScript("steps: [{calls: [{tool: first}, {tool: second}]}, {say: never}]", {
    tools: [first, other],
    signal: stop.signal,
    listener: { message: (message) => messages.push(message.role) },
  });
  expect(second).toBe(0);
  expect(played.stopReason).toBe("aborted");
  expect(messages).toEqual(["assistant"]);
  expect(played.calls.map((call) => call.details.aborted)).toEqual([true, true]);
});

test("h4: refusing one of two calls leaves both with a result", async () => {
  const tools = [echoTool("free"), echoTool("guarded")];
  const { openPath } = await import("../support/turn.ts");
  const open = openPath(tools);
  const played = await playScript("steps: [{calls: [{tool: guarded}, {tool: free}]}]", {
    tools,
    path: {
      ...open,
      permit: async (request) =>
        request.name === "guarded"
          ? { allowed: false, deniedBy: "mode:read-only", reason: "Not in this mode." }
          : open.permit(request),
    },
  });
  expect(played.calls.map(({ tool, isError, deniedBy }) => ({ tool, isError, deniedBy }))).toEqual([
    { tool: "guarded", isError: true, deniedBy: "mode:read-only" },
    { tool: "free", isError: false, deniedBy: undefined },
  ]);
  expect(played.denied).toBe(1);
});

test("a call that ends the turn waiting does so although others stand beside it", async () => {
  const ask = toolThat("ask", () => textResult("ask", "waiting", { terminate: true }), "sequential");
  const played = await playScript("steps: [{calls: [{tool: ask}, {tool: free}]}, {say: never}]", {
    tools: [ask, echoTool("free")],
  });
  expect(played.stopReason).toBe("waiting_for_user");
  expect(played.calls).toHaveLength(2);
  expect(played.steps).toBe(1);
});

test("the step limit ends a turn that would go on, and not one that has just ended", async () => {
  const tools = [echoTool("alpha")];
  const two = "steps: [{calls: [{tool: alpha}]}, {say: done}]";
  expect((await playScript(two, { tools, limits: { maxSteps: 1 } })).stopReason).toBe("max_steps");
  expect((await playScript(two, { tools, limits: { maxSteps: 2 } })).stopReason).toBe("stop");
});

test("the turn's time limit stops a running call", async () => {
  const hung = toolThat(
    "hung",
    (_input, signal) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("stopped")))),
  );
  const played = await playScript("steps: [{calls: [{tool: hung}]}, {say: never}]", {
    tools: [hung],
    limits: { maxSteps: 50, timeoutMs: 40 },
  });
  expect(played.stopReason).toBe("limit");
  expect(played.end).toEqual({ kind: "timeout", ms: 40 });
  expect(played.calls[0]?.details).toEqual({ aborted: true });
});
