import { afterAll, describe, expect, test } from "bun:test";
import { sandbox } from "./sandbox.ts";
import { AROUND_DENY_RM, PAST_ALLOW_GIT_STATUS } from "./smuggling.ts";
import { AROUND_DENY_RM_BY_BUILTINS, EVERYDAY_RULES, PAST_EVERYDAY_RULES } from "./smuggling-builtins.ts";
import { bashJudge } from "./support.ts";

const live = sandbox();
afterAll(() => live[Symbol.dispose]());

describe("what would run beside an allowed git status is refused", () => {
  const judge = bashJudge({ allow: ["bash(git status*)"], workspace: live.path });
  test.each(PAST_ALLOW_GIT_STATUS.map((command) => [command]))("%j", async (command) => {
    expect(live.run(command).marker).toBe(true);
    expect((await judge(command)).decision).toBe("deny");
  });
});

describe("what would run beside commands that everyday rules allow is refused", () => {
  const judge = bashJudge({ allow: EVERYDAY_RULES, workspace: live.path });
  test.each(PAST_EVERYDAY_RULES.map((command) => [command]))("%j", async (command) => {
    expect(live.run(command).marker).toBe(true);
    expect((await judge(command)).decision).toBe("deny");
  });
});

describe("rm is not run around the rule that denies it", () => {
  const judge = bashJudge({ mode: "full", deny: ["bash(rm*)"], workspace: live.path });
  test.each([...AROUND_DENY_RM, ...AROUND_DENY_RM_BY_BUILTINS].map((command) => [command]))(
    "%j",
    async (command) => {
      expect(live.run(command).victimGone).toBe(true);
      expect((await judge(command)).by).toBe("rule:deny bash(rm*)");
    },
  );
});
