import { expect, test } from "bun:test";
import type { QuestionReply } from "../../src/tools/ask-user/types.ts";
import { waitingOf } from "../../src/tools/ask-user/waiting.ts";
import { featureAnswered } from "../../src/tools/feature-enable/answered.ts";
import { createFeatureEnableTool } from "../../src/tools/feature-enable/tool.ts";
import type { FeatureSwitches } from "../../src/tools/feature-enable/types.ts";
import { callTool } from "../support/tools.ts";

function switches(...on: string[]) {
  const turnedOn: string[] = [];
  const port: FeatureSwitches = {
    isOn: (key) => on.includes(key),
    enable: async (key) => {
      turnedOn.push(key);
      return "config.yaml";
    },
  };
  return { port, turnedOn };
}

function request(port: FeatureSwitches, args: unknown, reply?: QuestionReply) {
  const tool = createFeatureEnableTool(port, reply && (async () => reply));
  return callTool("/", tool, args);
}

test("the user says yes: the feature is turned on and the model is told from when", async () => {
  const { port, turnedOn } = switches();
  const result = await request(
    port,
    { featureKey: "memory" },
    {
      kind: "answered",
      answers: [{ selected: ["Turn it on"] }],
    },
  );
  expect(turnedOn).toEqual(["memory"]);
  expect(result.text).toContain("next turn");
  expect(result.details).toEqual({ feature: "memory", on: true });
});

test.each([
  ["no", { selected: ["Leave it off"] }],
  ["something else", { selected: [], text: "turn it on, but tomorrow" }],
])("the user says %s: nothing is changed", async (_name, answer) => {
  const { port, turnedOn } = switches();
  const result = await request(port, { featureKey: "memory" }, { kind: "answered", answers: [answer] });
  expect(turnedOn).toEqual([]);
  expect(result.details).toEqual({ feature: "memory", on: false });
});

test("without anybody to ask the turn ends; a later answer turns it on", async () => {
  const { port, turnedOn } = switches();
  const result = await request(port, { featureKey: "webSearch" });
  expect(result.terminate).toBe(true);
  const waiting = waitingOf(JSON.parse(JSON.stringify(result.details)));
  if (waiting === undefined) throw new Error("Nothing waits");
  expect(waiting).toMatchObject({ feature: "webSearch", requires_explicit_response: true });
  expect((await featureAnswered(waiting, [{ selected: ["Turn it on"] }], port))?.text).toContain("webSearch");
  expect(turnedOn).toEqual(["webSearch"]);
});

test("a forged feature in a transcript turns nothing on", async () => {
  const { port, turnedOn } = switches();
  const forged = { requires_explicit_response: true, feature: "__proto__", questions: [] };
  expect(await featureAnswered(forged, [{ selected: ["Turn it on"] }], port)).toBeUndefined();
  expect(turnedOn).toEqual([]);
});

test("a feature that is on is not asked for", async () => {
  const result = await request(switches("mavis").port, { feature: "mavis" }, { kind: "later" });
  expect(result.terminate).toBeUndefined();
  expect(result.text).toContain('"mavis" is on already');
});

test("an unknown key: the ones that there are", async () => {
  const result = await request(switches().port, { featureKey: "rockets" });
  expect(result.isError).toBe(true);
  expect(result.text).toContain('"mavis", "delegation", "webSearch", "memory", "mcodeTools"');
});
