import { expect, test } from "bun:test";
import { errorResult, textResult } from "../../src/contract/results.ts";
import { echoTool, playScript, toolThat } from "../support/turn.ts";

const tools = [echoTool("alpha"), echoTool("beta")];

test("a script says, calls and ends with its last step", async () => {
  const played = await playScript(
    `steps:
  - say: one
    calls: [{tool: alpha, args: {n: 1}}, {tool: beta}]
  - say: two
  - say: three
`,
    { tools },
  );
  expect(played.stopReason).toBe("stop");
  expect(played.text).toBe("three");
  expect(played.steps).toBe(3);
  expect(played.calls.map(({ id, step, tool, args, text }) => ({ id, step, tool, args, text }))).toEqual([
    { id: "call_0_0", step: 0, tool: "alpha", args: { n: 1 }, text: 'alpha {"n":1}' },
    { id: "call_0_1", step: 0, tool: "beta", args: {}, text: "beta {}" },
  ]);
});

test("a script that ends with calls runs them and asks for nothing more", async () => {
  const played = await playScript("steps: [{say: last, calls: [{tool: alpha}]}]", { tools });
  expect(played.calls).toHaveLength(1);
  expect(played.text).toBe("last");
  expect(played.stopReason).toBe("stop");
});

test(`only \${workspace} and \${result.S.C} are replaced, and \\\${ is a literal`, async () => {
  const played = await playScript(
    `
steps:
  - calls: [{tool: alpha, args: {p: '\${workspace}/x \${HOME} $1 \\\${workspace} \${result.x}'}}]
  - say: 'got \${result.0.0}'
`,
    { tools },
  );
  const kept = `/w/x \${HOME} $1 \${workspace} \${result.x}`;
  expect(played.calls[0]?.args).toEqual({ p: kept });
  expect(played.text).toBe(`got alpha {"p":"${kept}"}`);
});

test("expectations pass and fail one by one, and failures say what came", async () => {
  const details = { a: { "b/c": [1, { d: "x" }] } };
  const rich = toolThat("rich", () => textResult("rich", "line 1\nline 2", { details }));
  const failing = toolThat("failing", () => errorResult("failing", "no"));
  const played = await playScript(
    `steps:
  - calls: [{tool: rich}, {tool: failing}]
    expect:
      - {call: 0, isError: false, contains: "line 2", matches: "(?m)^line \\\\d$", equals: "line 1\\nline 2"}
      - {call: 0, details: {"/a/b~1c/1/d": x, "/a/b~1c/0": 1, "/a/none": 1}}
      - {call: 1, isError: false, contains: yes it did}
`,
    { tools: [rich, failing] },
  );
  expect(played.expectations).toEqual({
    passed: 6,
    failed: 3,
    failures: [
      { step: 0, call: 0, expected: { details: { pointer: "/a/none", value: 1 } }, actual: null },
      { step: 0, call: 1, expected: { contains: "yes it did" }, actual: "no" },
      { step: 0, call: 1, expected: { isError: false }, actual: true },
    ],
  });
});

test("arguments that are no object are an error result, as from a model", async () => {
  const played = await playScript("steps: [{calls: [{tool: alpha, args: [1, 2]}, {tool: beta}]}]", { tools });
  expect(played.calls.map((call) => call.isError)).toEqual([true, false]);
  expect(played.calls[0]?.text).toContain("no JSON object");
});

test("JSON is a script too", async () => {
  const played = await playScript('{"steps":[{"say":"hi","calls":[{"tool":"alpha","args":{"é":"ü"}}]}]}', {
    tools,
  });
  expect(played.calls[0]?.text).toBe('alpha {"é":"ü"}');
});
