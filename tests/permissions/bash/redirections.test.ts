import { afterAll, describe, expect, test } from "bun:test";
import { world } from "../paths/support.ts";
import { bashJudge } from "./support.ts";

const w = world();
afterAll(() => w[Symbol.dispose]());
const { workspace } = w.places;
w.file("build/log.txt");
w.file(`${w.outside}/x.txt`);
w.link(w.outside, "build/out");
w.link("../.git/config", "build/vcs");
w.file(".git/config");
w.file(".env");
w.link("../.env", "build/plain.txt");
w.file("it's/log.txt");
w.link(w.outside, "it\u2019s");
Bun.spawnSync(["mkfifo", `${workspace}/build/pipe`]);

describe("bash-write(build/**) lets a redirection go there", () => {
  const judge = bashJudge({ allow: ["bash(echo *)", "bash-write(build/**)"], workspace });
  test.each([
    "echo x > build/log.txt",
    "echo x >> ./build/new.txt",
    `echo x > "${workspace}/build/deep/new.txt"`,
    "echo x &> build/a",
    "> build/b echo x",
    "echo x > src/../build/log.txt",
    "echo x > 'build/a b'",
    "echo x > build/log.txt 2>&1 < build/log.txt",
  ])("%s", async (command) => {
    expect((await judge(command)).decision).toBe("allow");
  });
});

const WRITES = ["bash-write(build/**)", "bash-write(**)"];

describe("and nowhere else", () => {
  const allow = ["bash(echo *)", "bash(cd *)", "bash(cat*)", "bash(command *)", "bash(time *)", ...WRITES];
  const judge = bashJudge({ allow, workspace });
  test.each([
    ["out of the workspace", "echo x > ../outside/x.txt"],
    ["through a link", "echo x > build/out/x.txt"],
    ["to a protected path", "echo x > .git/config"],
    ["to a protected path through a link", "echo x > build/vcs"],
    ["to a start-up file", "echo x >> .bashrc"],
    ["to a FIFO", "echo x > build/pipe"],
    ["to a device", "echo x > /dev/sda"],
    ["to the network", "echo x > /dev/tcp/127.0.0.1/80"],
    ["from the network", "cat < /dev/tcp/127.0.0.1/80"],
    ["where cd went", "cd .. && echo x > build/log.txt"],
    ["where cd went that another builtin runs", "command cd .. && echo x > build/log.txt"],
    ["where a timed cd went", "time cd .. && echo x > build/log.txt"],
    ["to a file whose name only resembles an allowed one", "echo x > it\u2019s/log.txt"],
    ["where an expansion says", "echo x > $OUT"],
    ["where a glob says", "echo x > build/*"],
    ["to a home folder", "echo x > ~/build/x"],
    ["from a secret", "cat < .env"],
    ["from a secret through a link", "cat < build/plain.txt"],
    ["from outside", "cat < ../outside/x.txt"],
    ["in a substitution", "echo $(echo x > ../outside/x.txt)"],
    ["behind a compound command", "{ echo x; } > ../outside/x.txt"],
    ["by a descriptor that is opened for both", "echo x 3<> ../outside/x.txt"],
    ["to a descriptor that only running tells", "echo x >& $FD"],
  ])("%s", async (_, command) => {
    expect((await judge(command)).decision).toBe("deny");
  });
});

describe("deny: bash-write(secret/**) holds in mode full", () => {
  const judge = bashJudge({ mode: "full", deny: ["bash-write(secret/**)"], workspace });
  test.each([
    "echo x > secret/a",
    "echo x >> ./SECRET/a",
    "echo x > build/../secret/a",
    "(ls) > secret/a",
    "cat <<< $(ls > secret/a)",
    "ls > $X",
    "cd secret; ls > a",
    "command cd secret; ls > a",
    "builtin cd secret; ls > a",
    "time cd secret; ls > a",
    "sh -c 'echo > secret/a'",
  ])("%s", async (command) => {
    expect((await judge(command)).by).toBe("rule:deny bash-write(secret/**)");
  });
  test.each(["echo x > other", "ls 2>/dev/null", "cat < secret/a"])("but %s runs", async (command) => {
    expect((await judge(command)).decision).toBe("allow");
  });
});

test("without bash-write no redirection to a file is allowed, /dev/null and other descriptors are", async () => {
  const judge = bashJudge({ allow: ["bash(ls*)"], workspace });
  expect((await judge("ls > /dev/null 2>&1")).decision).toBe("allow");
  expect((await judge("ls 2>&-")).decision).toBe("allow");
  expect((await judge("ls > /dev/stderr")).decision).toBe("allow");
  expect((await judge("ls > a")).decision).toBe("deny");
});

test("a character that swallows the next one in another locale hides no quote", async () => {
  const judge = bashJudge({ allow: ["bash(echo *)"], workspace });
  expect((await judge('echo "\u00c1\\"; evil #"')).decision).toBe("deny");
  expect((await judge("echo \u00c1`echo a` evil `echo b`")).decision).toBe("deny");
  expect((await judge('echo "\u4f60\u597d"')).decision).toBe("allow");
});
