import { describe, expect, test } from "bun:test";
import { elicitOrDecline } from "../../src/mcp/decline.ts";
import { formOf } from "../../src/mcp/elicit-form.ts";
import type { ElicitRequest } from "../../src/mcp/types.ts";
import type { Diagnostic } from "../../src/output/diagnostic.ts";
import { connected, oddServer, only } from "../support/mcp.ts";

const field = (property: object) => {
  const [only] = formOf({ type: "object", properties: { it: property } }) ?? [];
  if (only === undefined) throw new Error("no field");
  return only;
};

describe("the form of a server's question", () => {
  test.each([
    [{ type: "string", minLength: 2, maxLength: 3 }, ["ab", "漢字字"], ["a", "abcd"]],
    [{ type: "string", format: "email" }, ["a@b.example"], ["a b@c", "ab"]],
    [{ type: "string", format: "uri" }, ["https://a.example/"], ["a.example"]],
    [{ type: "string", format: "date" }, ["2024-02-29"], ["2023-02-29", "29.2.2024"]],
    [{ type: "string", format: "date-time" }, ["2024-02-29T10:00:00Z"], ["2024-02-29", "10:00"]],
    [{ type: "number", minimum: 0, maximum: 1 }, ["0", "0.5", "1e-1"], ["-1", "2", "x", " ", "Infinity"]],
    [{ type: "integer", minimum: 1 }, ["1", "42"], ["0", "1.5", "1e400"]],
  ])("%j takes what fits and says what does not", (property, good, bad) => {
    const { read, problem } = field(property);
    expect(good.map((text) => problem(read(text)))).toEqual(good.map(() => undefined));
    expect(bad.filter((text) => problem(read(text)) === undefined)).toEqual([]);
  });

  test.each([
    [{ type: "boolean" }, [true, false], ["yes", "no"]],
    [{ type: "string", enum: ["a", "b"] }, ["a", "b"], ["a", "b"]],
    [{ type: "string", enum: ["a", "b"], enumNames: ["A!", "B!"] }, ["a", "b"], ["A!", "B!"]],
    [{ type: "string", oneOf: [{ const: "a", title: "A!" }, { const: "b" }] }, ["a", "b"], ["A!", "b"]],
    [{ type: "array", items: { type: "string", enum: ["a"] } }, ["a"], ["a"]],
    [{ type: "array", items: { anyOf: [{ const: "a", title: "A!" }] } }, ["a"], ["A!"]],
  ])("%j is a choice", (property, values, labels) => {
    const { choices = [] } = field(property);
    expect(choices.map(({ value }) => value)).toEqual(values);
    expect(choices.map(({ label }) => label)).toEqual(labels);
  });

  test("what no form of MCP holds is none that can be shown", () => {
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`f${n}`, { type: "string" }]));
    for (const properties of [
      { a: { type: "object", properties: {} } },
      { a: { type: "array", items: { type: "object" } } },
      { a: { type: "string", enum: [] } },
      { a: { type: "__proto__" } },
      { a: 1 },
      [],
      many,
    ]) {
      expect(formOf({ type: "object", properties })).toBeUndefined();
    }
    expect(formOf(null)).toBeUndefined();
    expect(formOf({ type: "object" })).toEqual([]);
  });
});

test("the time that the user takes to answer is not the server's", async () => {
  const asked: ElicitRequest[] = [];
  await using connections = await connected([oddServer("asks-back", { timeoutMs: 300 })], {
    elicit: async (request) => {
      asked.push(request);
      await Bun.sleep(900);
      return { action: "accept", content: {} };
    },
  });
  const answer = await only(connections).call("elicit", {});
  expect(answer.content[0]?.text).toBe('{"action":"accept","content":{}}');
  expect(asked).toEqual([
    { server: "asks-back", message: "Sure?", schema: { type: "object", properties: {} } },
  ]);
});

test("a server that asks while it starts is not late while the user thinks", async () => {
  await using connections = await connected([oddServer("asks-first")], {
    timeoutMs: 2_000,
    elicit: async () => {
      await Bun.sleep(2_500);
      return { action: "accept", content: {} };
    },
  });
  const server = only(connections);
  expect(server.diagnostics).toEqual([]);
  expect(server.tools.map(({ name }) => name)).toEqual(["call"]);
});

test("where nobody can answer a question is declined, and that is told", async () => {
  const told: Diagnostic[] = [];
  const elicit = elicitOrDecline(undefined, { report: (diagnostic) => told.push(diagnostic) });
  await using connections = await connected([oddServer("asks-back")], { elicit });
  const answer = await only(connections).call("elicit", {});
  expect(answer.content[0]?.text).toBe('{"action":"decline"}');
  expect(told).toEqual([
    {
      severity: "warning",
      code: "elicitation_declined",
      message: 'The server asked the user "Sure?": declined, as there is no terminal to ask on',
      where: "asks-back",
    },
  ]);
});
