import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { validateArguments } from "../../src/contract/arguments.ts";
import { noParameters } from "../../src/contract/no-parameters.ts";

test("the schema of a tool that takes nothing is what TypeBox makes, and refuses everything else", async () => {
  const made = Type.Object({}, { additionalProperties: false });
  expect(noParameters()).toEqual(made);
  expect(JSON.stringify(noParameters())).toBe(JSON.stringify(made));
  const def = { name: "x", description: "x", schema: noParameters() };
  expect(await validateArguments(def, {})).toEqual({ ok: true, input: {} });
  expect((await validateArguments(def, { a: 1 })).ok).toBe(false);
  expect((await validateArguments(def, undefined)).ok).toBe(false);
});
