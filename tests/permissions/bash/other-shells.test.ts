import { afterAll, describe, expect, test } from "bun:test";
import { sandbox } from "./sandbox.ts";
import { bashJudge } from "./support.ts";

const live = sandbox();
afterAll(() => live[Symbol.dispose]());
const DASH = Bun.which("dash");
const given = { allow: ["bash(git status*)", "bash(cat*)"], workspace: live.path };

describe("what sh reads as a command of its own is refused where sh would run it", () => {
  test.each(["[[ -f names.txt || evil ]]; git status", "[[ x || evil ]]", "git status $'a\\'; evil #'"])(
    "%j",
    async (command) => {
      if (DASH !== null) expect(live.run(command, DASH).marker).toBe(true);
      expect(live.run(command).marker).toBe(false);
      expect((await bashJudge({ ...given, shell: "sh" })(`git status; ${command}`)).decision).toBe("deny");
      expect((await bashJudge({ ...given, shell: "bash" })(`git status; ${command}`)).decision).toBe("allow");
    },
  );
});

describe("a word behind a redirection of both outputs starts a command in sh and in older bashes", () => {
  test.each(["git status &> /dev/null evil", "git status &>> /dev/null evil"])("%j", async (command) => {
    if (DASH !== null) expect(live.run(command, DASH).marker).toBe(true);
    expect((await bashJudge(given)(command)).decision).toBe("deny");
  });

  test("without one it is a redirection like others", async () => {
    expect((await bashJudge(given)("git status &> /dev/null; cat a")).decision).toBe("allow");
  });
});

test("what every shell reads alike is allowed in sh too", async () => {
  const judge = bashJudge({ ...given, shell: "sh" });
  expect((await judge("git status > /dev/null 2>&1 && cat a | cat")).decision).toBe("allow");
});
