import { expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { processHost } from "../../../src/cli/host.ts";
import { findPrograms } from "../../../src/config/programs.ts";
import { reading, rules, searching, world, writing } from "./support.ts";

test("a path means the workspace, an absolute place, the home folder, a leading @ or a file URL", async () => {
  using w = world();
  w.file("a.txt", "workspace");
  w.file(join(w.places.home, "notes.txt"), "home");
  const guard = w.guard("full");
  const text = async (path: string) => {
    const opened = await guard.open(path);
    if (!opened.ok) return opened.code;
    const content = await opened.handle.readFile("utf8");
    await opened.handle.close();
    return content;
  };
  expect(await text("a.txt")).toBe("workspace");
  expect(await text("./x/../a.txt")).toBe("workspace");
  expect(await text(w.file("b.txt", "absolute"))).toBe("absolute");
  expect(await text("~/notes.txt")).toBe("home");
  expect(await text("@a.txt")).toBe("workspace");
  expect(await text(pathToFileURL(join(w.places.workspace, "a.txt")).href)).toBe("workspace");
});

test("the name as given wins over what a leading @ would mean", async () => {
  using w = world();
  w.file("@a.txt", "with");
  w.file("a.txt", "without");
  const opened = await w.guard("full").open("@a.txt");
  if (!opened.ok) throw new Error(opened.message);
  expect(await opened.handle.readFile("utf8")).toBe("with");
  await opened.handle.close();
});

test("a file whose name macOS or a word processor spelled otherwise is found", async () => {
  using w = world();
  w.file("shot at 9.41.00\u202fAM.png");
  w.file("cafe\u0301.txt");
  w.file("it\u2019s.txt");
  const guard = w.guard("read-only");
  expect(await reading(guard, "shot at 9.41.00 AM.png")).toBe("ok");
  expect(await reading(guard, "caf\u00e9.txt")).toBe("ok");
  expect(await reading(guard, "it's.txt")).toBe("ok");
});

test("a refusal names the path as given and as tried", async () => {
  using w = world();
  const refused = await w.guard("full").open("no such.txt");
  expect(refused).toMatchObject({ ok: false, code: "not_found" });
  expect(refused.ok ? "" : refused.message).toContain('"no such.txt"');
  expect(refused.ok ? "" : refused.message).toContain(join(w.places.workspace, "no such.txt"));
});

test("outside full, reading stays in the workspace, the session folder and trusted skills", async () => {
  using w = world();
  const outside = w.file(join(w.outside, "x.txt"));
  const session = w.file(join(w.places.sessionDir, "reports/x.txt"));
  const trusted = w.file(join(w.places.dataDir, "skills/trusted/SKILL.md"));
  const other = w.file(join(w.places.dataDir, "skills/other/SKILL.md"));
  for (const mode of ["read-only", "ask", "accept-edits"] as const) {
    const guard = w.guard(mode);
    expect(await reading(guard, session)).toBe("ok");
    expect(await reading(guard, trusted)).toBe("ok");
    expect(await reading(guard, outside)).toBe("outside");
    expect(await reading(guard, other)).toBe("outside");
    expect(await reading(guard, join(w.outside, "missing.txt"))).toBe("outside");
  }
  expect(await reading(w.guard("full"), outside)).toBe("ok");
});

test("a link is judged by where it leads", async () => {
  using w = world();
  w.file(join(w.outside, "x.txt"));
  w.link(w.outside, "inside");
  w.link(w.file("real.txt"), "alias.txt");
  w.file(join(w.outside, ".env"));
  w.link(join(w.outside, ".env"), "harmless.txt");
  const guard = w.guard("read-only");
  expect(await reading(guard, "inside/x.txt")).toBe("outside");
  expect(await reading(guard, "alias.txt")).toBe("ok");
  expect(await reading(guard, "harmless.txt")).toBe("secret");
  expect(await searching(w.guard("full"), "harmless.txt")).toBe("secret");
});

test("d6: FIFOs, sockets, devices and processes' own files are refused by type, in every mode, before opening", async () => {
  using w = world();
  Bun.spawnSync(["mkfifo", join(w.places.workspace, "pipe")]);
  using server = Bun.listen({ unix: join(w.places.workspace, "socket"), socket: { data() {} } });
  w.link("/dev/zero", "zero");
  w.link("pipe", "to-pipe");
  const guard = w.guard("full");
  const special = ["pipe", "to-pipe", "socket", "zero", "/dev/zero", "/dev/stdin", "/dev/fd/0", "/dev/tty"];
  const system = ["/proc/self/environ", "/proc/self/mem", "/proc/self/fd/0", "/proc/thread-self/environ"];
  for (const path of [
    ...special,
    ...system,
    "/proc/1/maps",
    "/proc/kcore",
    "/proc/self/root/proc/self/environ",
  ]) {
    expect([path, await reading(guard, path)]).toEqual([path, "special_file"]);
    expect([path, await searching(guard, path)]).toEqual([path, "special_file"]);
    expect([path, await writing(guard, path)]).toEqual([path, "special_file"]);
  }
  server.stop();
});

test.skipIf(process.platform !== "linux")(
  "d6: a search above processes' own files neither opens nor shows them",
  async () => {
    using w = world();
    const guard = w.guard("full");
    const rg = await findPrograms(processHost({ compiled: false, script: "" })).ripgrep();
    if (rg === undefined) throw new Error("ripgrep is a dependency");
    const globs = (guard.searchExclusions?.("/proc/self") ?? []).map((glob) => `--iglob=!${glob}`);
    const listed = Bun.spawnSync([rg, "--files", "--hidden", "--no-ignore", ...globs, "/proc/self"]);
    const names = listed.stdout.toString().trim().split("\n");
    expect(names).toContain("/proc/self/limits");
    expect(names.filter((name) => /\/(environ|mem|maps|smaps|fd|fdinfo|auxv)(\/|$)/.test(name))).toEqual([]);
    for (const path of ["/proc/1/environ", "/proc/self/maps", "/proc/self/task/1/mem", "/dev/stdin"]) {
      expect([path, guard.admits(path, "search")]).toEqual([path, false]);
    }
    expect(guard.admits("/proc/self/limits", "search")).toBe(true);
  },
);

test("c12: a circle of links is refused promptly", async () => {
  using w = world();
  w.link("b", "a");
  w.link("a", "b");
  expect(await reading(w.guard("full"), "a")).toBe("link_cycle");
  expect(await writing(w.guard("full"), "a")).toBe("link_cycle");
});

test("turnkit's own keys and sockets open in no mode", async () => {
  using w = world();
  const auth = w.file(join(w.places.dataDir, "turnkit/auth/github.json"));
  const runtime = join(w.root, "runtime");
  const capability = w.file(join(w.root, "elsewhere/mcode-auth-lease-v1.cap"));
  const places = { ...w.places, ownDirs: [runtime] };
  const guard = w.guard("full", { places });
  expect(await reading(guard, auth)).toBe("own_files");
  expect(await writing(guard, auth)).toBe("own_files");
  expect(await reading(guard, w.file(join(runtime, "run/x")))).toBe("own_files");
  expect(await reading(guard, capability)).toBe("own_files");
});

test("writing follows the mode, and a new file is judged by its nearest real folder", async () => {
  using w = world();
  w.link(w.outside, "inside");
  expect(await writing(w.guard("read-only"), "new/deep/a.txt")).toBe("protected");
  expect(await writing(w.guard("ask"), "a.txt")).toBe("protected");
  expect(await writing(w.guard("accept-edits"), "new/deep/a.txt")).toBe("ok");
  expect(await writing(w.guard("accept-edits"), "inside/a.txt")).toBe("outside");
  expect(await writing(w.guard("full"), "inside/a.txt")).toBe("ok");
});

test("protected paths are not written unasked, and the data dir in no mode", async () => {
  using w = world();
  const guard = w.guard("accept-edits");
  const places = [
    ".git/config",
    "sub/.git/hooks/pre-commit",
    ".mcp.json",
    ".agents/x",
    ".claude/settings.json",
  ];
  for (const path of [...places, ".envrc", ".vscode/tasks.json", "bunfig.toml", ".bashrc", ".GIT/config"]) {
    expect([path, await writing(guard, path)]).toEqual([path, "protected"]);
    expect([path, await writing(w.guard("full"), path)]).toEqual([path, "ok"]);
  }
  expect(await writing(w.guard("full"), "~/.minimax/config.yaml")).toBe("protected");
  expect(await writing(w.guard("full"), "~/.minimax/skills/x/SKILL.md")).toBe("protected");
});

test("the data dir stays closed to writing when the workspace is the home folder around it", async () => {
  using w = world();
  const guard = w.guard("full", { places: { ...w.places, workspace: w.places.home } });
  expect(await writing(guard, ".minimax/config.yaml")).toBe("protected");
  expect(await writing(guard, ".minimax/skills/x/SKILL.md")).toBe("protected");
  expect(await writing(guard, "notes.txt")).toBe("ok");
});

test("a workspace inside the data dir is a workspace", async () => {
  using w = world();
  const workspace = join(w.places.dataDir, "tmp/demo");
  w.file(join(workspace, "a.txt"));
  const guard = w.guard("full", { places: { ...w.places, workspace } });
  expect(await writing(guard, "a.txt")).toBe("ok");
  expect(await writing(guard, "../../config.yaml")).toBe("protected");
});

test("a grant opens one path and nothing beside it", async () => {
  using w = world();
  const x = w.file(join(w.outside, "x.txt"));
  const y = w.file(join(w.outside, "y.txt"));
  const guard = w.guard("ask", { grants: [{ realPath: x, below: false }] });
  expect(await reading(guard, x)).toBe("ok");
  expect(await reading(guard, y)).toBe("outside");
  const below = w.guard("ask", { grants: [{ realPath: w.outside, below: true }] });
  expect(await reading(below, y)).toBe("ok");
});

test("path rules: deny beats allow, and both compare the real place", async () => {
  using w = world();
  w.file("secret/a.txt");
  w.file("src/a.txt");
  w.link("../secret", "src/link");
  w.link(w.outside, "src/out");
  const guard = w.guard("read-only", {
    rules: rules({ allow: ["edit(src/**)", "edit(secret/b*)"], deny: ["write(secret/**)", "read(secret)"] }),
    tool: "edit",
  });
  expect(await writing(guard, "src/a.txt")).toBe("ok");
  expect(await writing(guard, "src/new/b.txt")).toBe("ok");
  expect(await writing(guard, "src/link/a.txt")).toBe("denied_by_rule");
  expect(await writing(guard, "secret/b.txt")).toBe("denied_by_rule");
  expect(await writing(guard, "SECRET/b.txt")).toBe("denied_by_rule");
  expect(await writing(guard, "src/out/a.txt")).toBe("outside");
  expect(await writing(guard, "other.txt")).toBe("protected");
  expect(await reading(guard, "secret/a.txt")).toBe("denied_by_rule");
  expect(guard.admits(join(w.places.workspace, "secret/a.txt"), "search")).toBe(false);
});

test("a listing leaves out secrets and says when there is more", async () => {
  using w = world();
  for (const name of ["b.txt", ".env", "a/x.txt", ".env.example"]) w.file(name);
  const listed = await w.guard("full").list(".", 2);
  expect(listed).toEqual({
    ok: true,
    more: true,
    entries: [
      { name: ".env.example", kind: "file" },
      { name: "a", kind: "directory" },
    ],
  });
});
