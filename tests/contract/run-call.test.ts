import { expect, jest, test } from "bun:test";
import type { CallPath } from "../../src/contract/call-path.ts";
import { HOOK_TIMEOUT_MS } from "../../src/contract/limits.ts";
import { textResult } from "../../src/contract/results.ts";
import { runCall } from "../../src/contract/run-call.ts";
import type { AnyTool } from "../../src/contract/tool.ts";
import { CONTEXT, echoTool, openPath, toolOf } from "./support.ts";

function call(
  tool: AnyTool | undefined,
  rawArguments: unknown,
  parts: Partial<CallPath> = {},
  name = "echo",
) {
  return runCall({ toolCallId: "c1", name, tool, rawArguments, ctx: CONTEXT }, openPath(parts));
}

test("the way of a call is prepare, validate, before, validate, permit, execute, after, gates", async () => {
  const way: string[] = [];
  const noted = <T>(step: string, value: T): T => {
    way.push(step);
    return value;
  };
  const echo = echoTool();
  const tool: AnyTool = {
    def: {
      ...echo.def,
      prepareArguments: (raw: unknown) => {
        return noted("prepare", raw);
      },
      checkInput: async () => {
        return noted("validate", []);
      },
    },
    impl: {
      execute: async () => {
        return noted("execute", textResult("echo", "x"));
      },
    },
  };
  await call(
    tool,
    { value: "x" },
    {
      before: [async () => noted("before", { input: { value: "y" } })],
      permit: (request) => noted("permit", openPath().permit(request)),
      after: [async () => noted("after", undefined)],
      gates: [async (result) => noted("gate", result)],
    },
  );
  expect(way).toEqual(["prepare", "validate", "before", "validate", "permit", "execute", "after", "gate"]);
});

test("wrong arguments are an error result with paths, and the tool does not run", async () => {
  const { result } = await call(echoTool(), { value: 7, count: 0 });
  expect(result.isError).toBe(true);
  expect(result.text).toContain("/value: ");
  expect(result.text).toContain("/count: ");
});

test("at most eight issues are told, and how many more there are", async () => {
  const tool: AnyTool = {
    ...echoTool(),
    def: {
      ...echoTool().def,
      checkInput: async () => Array.from({ length: 20 }, (_, i) => ({ path: `/${i}`, message: "wrong" })),
    },
  };
  const { result } = await call(tool, {});
  expect(result.text.match(/wrong/g)).toHaveLength(8);
  expect(result.text).toContain("12 more");
});

test("an unknown name answers with the nearest names", async () => {
  const { result } = await call(undefined, {}, { names: ["grep", "glob", "read"] }, "grpe");
  expect(result.isError).toBe(true);
  expect(result.text).toContain("grep");
});

test("a denial is an error result that carries its reason, and passes the gates", async () => {
  const { result, deniedBy } = await call(
    echoTool(),
    { value: "x" },
    {
      permit: async () => ({
        allowed: false,
        deniedBy: "mode:read-only",
        reason: "the mode read-only says no",
      }),
      gates: [async (gated) => ({ ...gated, text: `${gated.text} (gated)` })],
    },
  );
  expect(deniedBy).toBe("mode:read-only");
  expect(result.isError).toBe(true);
  expect(result.text).toBe("the mode read-only says no (gated)");
});

test("input changed by a hook is validated again before the permission gate sees it", async () => {
  let asked = 0;
  const { result } = await call(
    echoTool(),
    { value: "x" },
    {
      before: [async () => ({ input: { value: 1 } })],
      permit: (request) => {
        asked += 1;
        return openPath().permit(request);
      },
    },
  );
  expect(result.isError).toBe(true);
  expect(asked).toBe(0);
});

test("a hook that blocks gives the model its reason; one that throws fails its call only", async () => {
  const blocked = await call(
    echoTool(),
    { value: "x" },
    { before: [async () => ({ block: "not on Fridays" })] },
  );
  expect(blocked.result.text).toContain("not on Fridays");
  const thrown = await call(
    echoTool(),
    { value: "x" },
    {
      before: [async () => Promise.reject(new Error("broken hook"))],
    },
  );
  expect(thrown.result.isError).toBe(true);
  expect(thrown.result.text).toContain("broken hook");
});

test("a throw inside execute is an error result with the message", async () => {
  const { result } = await call(
    toolOf("echo", () => Promise.reject(new Error("disk on fire"))),
    {},
  );
  expect(result).toMatchObject({ isError: true, text: "disk on fire" });
});

test("an aborted call ends in one result that says so", async () => {
  const controller = new AbortController();
  const waits = toolOf(
    "echo",
    (signal) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("x")))),
  );
  const running = runCall(
    { toolCallId: "c", name: "echo", tool: waits, rawArguments: {}, ctx: CONTEXT, signal: controller.signal },
    openPath(),
  );
  controller.abort();
  const { result } = await running;
  expect(result.isError).toBe(true);
  expect(result.details?.aborted).toBe(true);
});

test("arguments that were cut or unreadable never run the tool", async () => {
  let runs = 0;
  const tool = toolOf("echo", async () => {
    runs += 1;
    return textResult("echo", "");
  });
  for (const kind of ["cut", "unreadable"] as const) {
    const { result } = await runCall(
      {
        toolCallId: "c",
        name: "echo",
        tool,
        rawArguments: {},
        argumentsProblem: { kind, message: "unexpected end" },
        ctx: CONTEXT,
      },
      openPath(),
    );
    expect(result.isError).toBe(true);
  }
  expect(runs).toBe(0);
});

test("a hook that hangs fails its call after ten seconds", async () => {
  jest.useFakeTimers();
  try {
    const running = call(echoTool(), { value: "x" }, { before: [() => new Promise(() => {})] });
    for (let i = 0; i < 20; i++) await Promise.resolve();
    await import("@sinclair/typebox/value");
    for (let i = 0; i < 20; i++) await Promise.resolve();
    jest.advanceTimersByTime(HOOK_TIMEOUT_MS);
    const { result } = await running;
    expect(result.isError).toBe(true);
    expect(result.text).toContain("10 s");
  } finally {
    jest.useRealTimers();
  }
});
