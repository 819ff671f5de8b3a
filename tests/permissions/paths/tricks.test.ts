import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, linkSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { folded } from "../../../src/permissions/paths/names.ts";
import { isProtectedName } from "../../../src/permissions/paths/protected.ts";
import { isSecretPath } from "../../../src/permissions/paths/secrets.ts";
import { windowsName, windowsProblem } from "../../../src/permissions/paths/windows.ts";
import { reading, rules, searching, world, writing } from "./support.ts";

const w = world();
afterAll(() => w[Symbol.dispose]());
const { workspace, home } = w.places;
const outside = w.file(join(w.outside, "x.txt"));
const secret = w.file(".env", "KEY=1\n");
const key = w.file(join(home, ".ssh/id_ed25519"));
w.file("src/a.txt");
w.file("secret/a.txt");
w.file(".git/config");
mkdirSync(join(workspace, "src/deep"), { recursive: true });
w.link("/", "root");
w.link(w.outside, "src/out");
w.link("out", "src/out2");
w.link("../../outside", "src/up");
w.link(key, "src/notes.txt");
w.link(".env", "env.txt");
w.link("../secret", "src/inner");
w.link("../.git", "src/vcs");
w.link("../src", "deep-link/to-src");
w.link(join(w.outside, "not-there-yet.txt"), "src/future.txt");
w.link(`/proc/self/root${outside}`, "src/proc.txt");

describe("reading outside the workspace is refused, however it is written", () => {
  const guard = w.guard("read-only");
  test.each([
    [outside],
    [relative(workspace, outside)],
    [`src/../${relative(workspace, outside)}`],
    [`./././..//outside/x.txt`],
    [`src/deep/../../../outside/x.txt`],
    [`/..${outside}`],
    [`//${outside}`],
    [pathToFileURL(outside).href],
    [`@${outside}`],
    [`@../outside/x.txt`],
    ["src/out/x.txt"],
    ["src/out2/x.txt"],
    ["src/up/x.txt"],
    [`root${outside}`],
    ["deep-link/to-src/out/x.txt"],
    ["deep-link/to-src/../../outside/x.txt"],
    ["src/out/../outside/x.txt"],
    [`/proc/self/root${outside}`],
    [`/proc/self/cwd/../../../../..${outside}`],
    [`/proc/1/root${outside}`],
    ["src/proc.txt"],
    ["~/notes.txt"],
    [`${workspace}/../outside/x.txt`],
    [`${workspace}x/a.txt`],
  ])("%s", async (path) => {
    expect(["outside", "special_file"]).toContain(await reading(guard, path));
    expect(["outside", "special_file"]).toContain(await searching(guard, path));
  });
});

describe("secrets stay closed under another name or spelling", () => {
  const guard = w.guard("ask");
  const every = w.guard("full");
  test.each([
    [".env"],
    ["./.env"],
    ["src/../.env"],
    ["env.txt"],
    ["@.env"],
    [secret],
    [pathToFileURL(secret).href],
    ["src/notes.txt"],
    [key],
    ["~/.ssh/id_ed25519"],
    [`root${key}`],
  ])("%s", async (path) => {
    expect(await reading(guard, path)).toBe("secret");
    expect(await searching(every, path)).toBe("secret");
  });

  test.each([
    ["/w/.ENV"],
    ["/w/.SSH/x"],
    ["/w/.\u017fsh/x"],
    ["/w/.en\u200bv"],
    ["/w/ID_RSA"],
    ["/w/.env\u200c.local"],
  ])("%j, on a file system that is forgiving about names", (path) => {
    expect(isSecretPath(path)).toBe(true);
  });
});

describe("protected paths stay protected", () => {
  const wide = { allow: ["edit(**)", "write(**)", "edit(src/**)"] };
  const guard = w.guard("accept-edits", { rules: rules(wide), tool: "write" });
  test.each([
    [".git/config"],
    [".git/hooks/pre-commit"],
    ["src/vcs/config"],
    ["src/../.git/config"],
    ["sub/.git"],
    ["HEAD"],
    ["sub/HEAD"],
    ["mirror.git/config"],
    ["sub/mirror.git/hooks/post-update"],
    [".GIT/config"],
    [".mcp.json"],
    [".envrc"],
    [".claude/settings.json"],
    [".agents/skills/x/SKILL.md"],
    [".vscode/tasks.json"],
    ["bunfig.toml"],
    ["src/bunfig.toml"],
    [".bashrc"],
    ["~/.zshrc"],
    ["~/.minimax/config.yaml"],
    ["~/.minimax/skills/a/SKILL.md"],
    ["~/.minimax/turnkit/auth/x.json"],
  ])("%s", async (path) => {
    expect(["protected", "own_files"]).toContain(await writing(guard, path));
  });

  test.each([
    ["/w/.g\u200cit/config"],
    ["/w/.Git/config"],
    ["/w/GIT~1/config"],
    ["/w/.vs\u00adcode/x"],
    ["C:\\w\\.git\\config"],
  ])("%j, on a file system that is forgiving about names", (path) => {
    expect(isProtectedName(path)).toBe(true);
  });

  test("without its HEAD a folder of plain files is no repository whose config git would run", () => {
    using plain = world();
    plain.file("trap/objects/x");
    plain.file("trap/refs/x");
    plain.file(
      "trap/config",
      '[core]\nrepositoryformatversion = 0\nworktree = .\nbare = false\nfsmonitor = "touch ../marker; false"\n',
    );
    const marker = join(plain.places.workspace, "marker");
    const status = () => {
      Bun.spawnSync(["git", "status"], { cwd: join(plain.places.workspace, "trap"), stdout: "ignore" });
      return existsSync(marker);
    };
    expect(status()).toBe(false);
    plain.file("trap/HEAD", "ref: refs/heads/main\n");
    expect(status()).toBe(true);
  });

  test("a rule that names one opens it, and only it", async () => {
    const named = w.guard("accept-edits", { rules: rules({ allow: ["edit(.git/info/**)"] }), tool: "write" });
    expect(await writing(named, ".git/info/exclude")).toBe("ok");
    expect(await writing(named, ".git/config")).toBe("protected");
  });
});

describe("edit(src/**) in mode read-only reaches nothing else", () => {
  const guard = w.guard("read-only", { rules: rules({ allow: ["edit(src/**)"] }), tool: "edit" });
  test.each([
    ["src/../a.txt"],
    ["src/out/x.txt"],
    ["src/up/new.txt"],
    ["src/inner/a.txt"],
    ["src/future.txt"],
    ["src/notes.txt"],
    ["SRC/a.txt"],
    ["srcx/a.txt"],
    ["src\\..\\a.txt"],
    ["./src/deep/../../b.txt"],
    [join(w.outside, "src/a.txt")],
    ["~/src/a.txt"],
  ])("%s", async (path) => {
    expect(await writing(guard, path)).not.toBe("ok");
  });
  test("and what is really below it, it reaches", async () => {
    for (const path of [
      "src/a.txt",
      "src/new.txt",
      "src/x/y/z.txt",
      "deep-link/to-src/a.txt",
      "./src//deep/../a.txt",
    ]) {
      expect([path, await writing(guard, path)]).toEqual([path, "ok"]);
    }
  });
});

describe("deny: write(secret/**) holds in mode full", () => {
  const guard = w.guard("full", { rules: rules({ deny: ["write(secret/**)"] }), tool: "edit" });
  test.each([
    ["secret/a.txt"],
    ["secret/new/b.txt"],
    ["secret"],
    ["./secret//a.txt"],
    ["src/../secret/a.txt"],
    ["src/inner/a.txt"],
    ["SECRET/a.txt"],
    ["Secret/A.txt"],
    [join(workspace, "secret/a.txt")],
    [`root${join(workspace, "secret/a.txt")}`],
    [`/proc/self/root${join(workspace, "secret/a.txt")}`],
    ["secre\u0074/a.txt"],
    ["se\u200bcret/a.txt"],
    ["\u017fecret/a.txt"],
  ])("%s", async (path) => {
    expect(await writing(guard, path)).toBe("denied_by_rule");
  });
});

test("what no file system could hold is a refusal, not a crash", async () => {
  const guard = w.guard("full");
  for (const path of [
    "",
    "a\0b",
    "a\ud800",
    "x".repeat(40_000),
    "file://%00",
    "file://server/share",
    "file:///%zz",
    `${"a/".repeat(5000)}b`,
  ]) {
    expect([path.slice(0, 20), (await guard.stat(path, "read")).ok]).toEqual([path.slice(0, 20), false]);
    expect((await guard.open(path)).ok).toBe(false);
    if (path !== `${"a/".repeat(5000)}b`) expect((await guard.target(path)).ok).toBe(false);
  }
});

test.each([
  ["\\\\?\\C:\\w\\a.txt", "device"],
  ["//?/C:/w/a.txt", "device"],
  ["\\\\.\\PhysicalDrive0", "device"],
  ["\\??\\C:\\a", "device"],
  ["C:\\w\\CON", "device"],
  ["nul.txt", "device"],
  ["sub/com1 .log", "device"],
  ["LPT\u00b9", "device"],
  ["a.txt:hidden", "stream"],
  ["a.txt::$DATA", "stream"],
  ["C:\\w\\.env::$DATA", "stream"],
])("on Windows %s is refused as a %s", (path, problem) => {
  expect(windowsProblem(path)).toBe(problem as "device");
});

test("on Windows dots and spaces at the end of a name do not make another one", () => {
  expect(["secret.", "secret ", ".env. .", "..", ".", "a.b"].map(windowsName)).toEqual([
    "secret",
    "secret",
    ".env",
    "..",
    ".",
    "a.b",
  ]);
  expect(windowsProblem("C:\\w\\console.txt")).toBeUndefined();
});

test("composition and case fold as on the most forgiving system", () => {
  expect(folded("CAFE\u0301")).toBe(folded("caf\u00e9"));
  expect(folded("STRASSE")).toBe(folded("stra\u00dfe"));
});

test("a file swapped for a link between judging and opening is never the one that is read", async () => {
  using race = world();
  race.file(join(race.outside, "x.txt"), "stolen");
  race.file("a/x.txt", "mine");
  const guard = race.guard("read-only");
  const swap = "while :; do mv a b; ln -s ../outside a; rm a; mv b a; done";
  const swapper = Bun.spawn(["bash", "-c", swap], { cwd: race.places.workspace, stderr: "ignore" });
  const read = new Set<string>();
  try {
    for (let index = 0; index < 3000; index++) {
      const opened = await guard.open("a/x.txt");
      read.add(opened.ok ? await opened.handle.readFile("utf8") : opened.code);
      if (opened.ok) await opened.handle.close();
    }
  } finally {
    swapper.kill("SIGKILL");
    await swapper.exited;
  }
  expect(read).toContain("mine");
  expect(read).not.toContain("stolen");
});

test("a hard link is the file it is: nothing tells it from its other name, and the documentation says so", async () => {
  linkSync(secret, join(workspace, "plain.txt"));
  expect(await reading(w.guard("read-only"), "plain.txt")).toBe("ok");
});
