import { describe, expect, test } from "bun:test";
import { HONEST_BESIDE_A_DENIAL, HONEST_COMMANDS, HONEST_RULES } from "./honest.ts";
import { bashJudge } from "./support.ts";

describe("the documented rules allow everyday commands, in mode read-only", () => {
  const judge = bashJudge({ allow: HONEST_RULES });
  test.each(HONEST_COMMANDS.map((command) => [command]))("%j", async (command) => {
    const verdict = await judge(command);
    expect([verdict.decision, verdict.notes]).toEqual(["allow", []]);
  });
});

describe("a denial of rm leaves everything else to mode full", () => {
  const judge = bashJudge({ mode: "full", deny: ["bash(rm*)"] });
  test.each(HONEST_BESIDE_A_DENIAL.map((command) => [command]))("%j", async (command) => {
    const verdict = await judge(command);
    expect([verdict.decision, verdict.reason]).toEqual(["allow", "permission mode full runs bash"]);
  });
});
