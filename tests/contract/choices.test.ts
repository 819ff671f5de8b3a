import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { checkArguments } from "../../src/contract/arguments.ts";

const schema = Type.Object({ mode: Type.Unsafe<"a" | "b">({ type: "string", enum: ["a", "b"] }) });
const def = { name: "choose", description: "", schema };

test("a choice of values takes each of them", async () => {
  expect(await checkArguments(def, { mode: "b" })).toEqual({ ok: true, input: { mode: "b" } });
});

test("anything else is told with the values that are allowed", async () => {
  for (const mode of ["c", 1, null]) {
    expect(await checkArguments(def, { mode })).toEqual({
      ok: false,
      issues: [{ path: "/mode", message: 'Expected one of "a", "b"' }],
      more: 0,
    });
  }
});
