import { expect, test } from "bun:test";
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "../../src/contract/tool.ts";
import { createPathGuard } from "../../src/permissions/path-guard.ts";
import { createCodeReviewTool, type ReviewServices } from "../../src/tools/code-review/tool.ts";
import { isInWorkTree } from "../../src/tools/git/work-tree.ts";
import { shellTurn } from "../support/shell.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const ENV = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function git(cwd: string, ...args: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(["git", ...args], { cwd, env: ENV });
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.toString();
}

/** A repository with one commit of the given files. */
function repository(files: Readonly<Record<string, string>>): Workspace {
  const place = workspace(files);
  git(place.path, "init", "-q");
  git(place.path, "add", "-A", "-f");
  git(place.path, "commit", "-q", "-m", "first");
  return place;
}

async function reviewed(
  folder: string,
  input: { request?: string; mode?: "inline" | "subagent" } = {},
  more: Partial<ReviewServices> & { signal?: AbortSignal } = {},
): Promise<ToolResult> {
  await using turn = shellTurn(folder);
  const services = { ...turn.services, ...more };
  const places = { workspace: folder, home: folder, dataDir: "/nonexistent", platform: process.platform };
  const ctx = { sessionId: "s", turnId: "t", paths: createPathGuard({ places, mode: "read-only" }) };
  return await createCodeReviewTool(services).impl.execute(
    ctx,
    { request: "anything", ...input },
    more.signal,
  );
}

test("staged, unstaged and untracked changes become one input, with the request and a list", async () => {
  using place = repository({ "a.txt": "one\n", "b.txt": "one\n", "sub/c.txt": "x\n" });
  place.file("a.txt", "staged\n");
  git(place.path, "add", "a.txt");
  place.file("b.txt", "unstaged\n");
  place.file("new dir/ü.txt", "fresh\nlines\n");
  rmSync(join(place.path, "sub/c.txt"));
  const { text, details, isError } = await reviewed(place.path, { request: "look for bugs" });
  expect(isError).toBeUndefined();
  expect(text).toContain("What was asked: look for bugs");
  expect(text).toContain(
    "Changed files: 1 staged, 2 unstaged, 1 untracked\nM  a.txt\n M b.txt\n D sub/c.txt\n?? new dir/ü.txt\n",
  );
  expect(text).toMatch(/## Staged\ndiff --git a\/a\.txt b\/a\.txt\n[\s\S]*-one\n\+staged\n/);
  expect(text).toMatch(/## Not staged\ndiff --git a\/b\.txt[\s\S]*\+unstaged[\s\S]*deleted file/);
  expect(text).toContain("## Untracked\nnew file new dir/ü.txt (2 lines, 12 bytes)\n+fresh\n+lines");
  expect(details).toMatchObject({ truncated: false, mode: "inline" });
});

test("nothing changed, a repository without a commit, and a folder that is in none", async () => {
  using clean = repository({ "a.txt": "one\n" });
  expect((await reviewed(clean.path)).text).toBe("There are no uncommitted changes to review.");
  using fresh = workspace({ "a.txt": "first\n" });
  git(fresh.path, "init", "-q");
  git(fresh.path, "add", "a.txt");
  expect((await reviewed(fresh.path)).text).toContain("+first");
  using none = workspace();
  expect(isInWorkTree(none.path)).toBe(false);
  expect(isInWorkTree(join(clean.path, "a", "b"))).toBe(true);
  expect((await reviewed(none.path)).text).toContain("is in no git work tree");
});

test("secrets are in no part of the input: staged, unstaged, untracked, or behind a link", async () => {
  using place = repository({ "a.txt": "one\n", ".env": "TOKEN=old\n", "sub/id_rsa": "KEY-old\n" });
  place.file(".env", "TOKEN=new\n");
  git(place.path, "add", "-f", ".env");
  place.file("sub/id_rsa", "KEY-new\n");
  place.file("x/.npmrc", "NPM-secret\n");
  symlinkSync("x/.npmrc", join(place.path, "plain.txt"));
  place.file("a.txt", "two\n");
  const { text } = await reviewed(place.path);
  expect(text).toContain("+two");
  expect(text).not.toMatch(/TOKEN|KEY-|NPM-secret|id_rsa|\.env/);
  expect(text).toContain("are left out]");
});

/** Each makes git run the trap when it looks at the work tree. */
/** A repository with another one in it as a submodule, both committed. */
function withSubmodule(): { place: Workspace; library: Workspace; inside: string } {
  const library = repository({ "lib.txt": "one\n" });
  const place = repository({ "a.txt": "one\n" });
  git(place.path, "-c", "protocol.file.allow=always", "submodule", "add", "-q", library.path, "lib");
  git(place.path, "commit", "-q", "-m", "with a submodule");
  return { place, library, inside: join(place.path, "lib") };
}

test("a submodule that is added or stands at another commit is a change, what lies changed in it is not", async () => {
  const { place, library, inside } = withSubmodule();
  using _place = place;
  using _library = library;
  place.file("lib/lib.txt", "two\n");
  place.file("lib/.env", "KEY=hidden\n");
  expect((await reviewed(place.path)).text).toContain("no uncommitted changes");
  git(inside, "commit", "-q", "-a", "-m", "moved");
  const { text } = await reviewed(place.path);
  expect(text).toContain(" M lib\n");
  expect(text).toMatch(/-Subproject commit [0-9a-f]{40}\n\+Subproject commit [0-9a-f]{40}/);
  expect(text).not.toContain("two");
  git(place.path, "add", "lib");
  expect((await reviewed(place.path)).text).toContain("M  lib\n");
});

test("a submodule cannot run code, whatever is configured in it or for it", async () => {
  using outside = workspace();
  const marker = join(outside.path, "ran");
  // Configured commands go through a shell; a path with a space would end at it.
  const trap = join("/tmp", `turnkit-trap-${process.pid}-submodule`);
  writeFileSync(trap, `#!/bin/sh\ntouch '${marker}'\nexit 1\n`, { mode: 0o755 });
  using _trap = { [Symbol.dispose]: () => rmSync(trap) };
  const { place, library, inside } = withSubmodule();
  using _place = place;
  using _library = library;
  git(place.path, "config", "diff.submodule", "diff");
  git(place.path, "config", "diff.ignoreSubmodules", "none");
  git(place.path, "config", "submodule.lib.ignore", "none");
  git(place.path, "config", "status.submoduleSummary", "true");
  place.file("lib/lib.txt", "two\n");
  git(inside, "commit", "-q", "-a", "-m", "moved");
  place.file("lib/lib.txt", "three\n");
  for (const [key, value] of [
    ["core.fsmonitor", trap],
    ["core.hooksPath", outside.path],
    ["diff.external", trap],
    ["filter.evil.clean", trap],
  ] as const) {
    git(inside, "config", key, value);
  }
  const folder = git(inside, "rev-parse", "--absolute-git-dir").trim();
  writeFileSync(join(folder, "info/attributes"), "* filter=evil\n");
  expect((await reviewed(place.path)).text).toContain("+Subproject commit");
  expect(existsSync(marker)).toBe(false);
  // The trap is a real one: git, let into the submodule, steps into it.
  Bun.spawnSync(["git", "status"], { cwd: place.path, env: ENV });
  expect(existsSync(marker)).toBe(true);
});

const TRAPS: Readonly<Record<string, (place: Workspace, trap: string) => void>> = {
  "core.fsmonitor": ({ path }, trap) => git(path, "config", "core.fsmonitor", trap),
  "a clean filter": (place, trap) => {
    place.file(".git/info/attributes", "* filter=evil\n");
    git(place.path, "config", "filter.evil.clean", trap);
  },
  "a required filter process with an odd name": (place, trap) => {
    place.file(".gitattributes", "*.txt filter=e.v=il\n");
    git(place.path, "config", "filter.e.v=il.process", trap);
    git(place.path, "config", "filter.e.v=il.required", "true");
  },
  "an external diff": ({ path }, trap) => git(path, "config", "diff.external", trap),
  "a diff driver": (place, trap) => {
    place.file(".gitattributes", "* diff=evil\n");
    git(place.path, "config", "diff.evil.command", trap);
  },
  "a text conversion": (place, trap) => {
    place.file(".gitattributes", "* diff=evil\n");
    git(place.path, "config", "diff.evil.textconv", trap);
  },
  "a hook": (place, trap) => {
    git(place.path, "config", "core.hooksPath", place.path);
    symlinkSync(trap, join(place.path, "post-index-change"));
  },
};

for (const [what, lay] of Object.entries(TRAPS)) {
  test(`a repository cannot run code by ${what}`, async () => {
    using outside = workspace();
    const marker = join(outside.path, "ran");
    const trap = outside.file("trap", `#!/bin/sh\ntouch '${marker}'\nexit 1\n`);
    chmodSync(trap, 0o755);
    // Configured commands go through a shell; a path with a space would end at it.
    const short = join("/tmp", `turnkit-trap-${process.pid}-${Object.keys(TRAPS).indexOf(what)}`);
    symlinkSync(trap, short);
    try {
      using place = repository({ "a.txt": "one\n" });
      lay(place, short);
      place.file("a.txt", "two changed\n");
      const { text, isError } = await reviewed(place.path);
      expect(existsSync(marker)).toBe(false);
      expect(isError).toBeUndefined();
      expect(text).toContain("+two changed");
      // The trap is a real one: plain git steps into it.
      Bun.spawnSync(["sh", "-c", "git status; git diff; touch a.txt; git add a.txt; git status"], {
        cwd: place.path,
        env: ENV,
      });
      expect(existsSync(marker)).toBe(true);
    } finally {
      rmSync(short, { force: true });
    }
  });
}

test("variables of git in the environment do not lead it elsewhere", async () => {
  using place = repository({ "a.txt": "one\n" });
  using other = repository({ "b.txt": "other\n" });
  place.file("a.txt", "two\n");
  const helper = {
    ...ENV,
    GIT_DIR: join(other.path, ".git"),
    GIT_WORK_TREE: other.path,
    GIT_EXTERNAL_DIFF: "false",
  };
  const { text } = await reviewed(place.path, {}, { environments: { command: {}, removed: [], helper } });
  expect(text).toContain("+two");
});

test("large changes are bounded: small files whole, large ones from their start, the rest by name", async () => {
  using place = repository({ "small.txt": "one\n", "large.txt": "x\n" });
  place.file("small.txt", "two\n");
  place.file("large.txt", Array.from({ length: 40_000 }, (_, n) => `line ${n}\n`).join(""));
  for (let n = 0; n < 150; n++) place.file(`many/f${n}.txt`, `${"word ".repeat(400)}\n`.repeat(3));
  const { text, details } = await reviewed(place.path);
  expect(Buffer.byteLength(text)).toBeLessThan(52 * 1024);
  expect(text).toContain("+two");
  expect(text).toMatch(/\[(\d+ more lines of this file are left out|No room for the changes of)/);
  expect(details).toMatchObject({ truncated: true });
});

test("binary and empty new files are named, not shown", async () => {
  using place = repository({ "a.txt": "one\n" });
  place.file("pic.bin", new Uint8Array([1, 0, 2]));
  place.file("empty.txt", "");
  const { text } = await reviewed(place.path);
  expect(text).toContain("new file empty.txt (0 lines, 0 bytes)\nnew file pic.bin (no text, 3 bytes)");
});

test("a conflict is shown as it is", async () => {
  using place = repository({ "a.txt": "one\n" });
  git(place.path, "checkout", "-q", "-b", "other");
  place.file("a.txt", "theirs\n");
  git(place.path, "commit", "-q", "-am", "theirs");
  git(place.path, "checkout", "-q", "-");
  place.file("a.txt", "ours\n");
  git(place.path, "commit", "-q", "-am", "ours");
  Bun.spawnSync(["git", "merge", "other"], { cwd: place.path, env: ENV });
  const { text } = await reviewed(place.path);
  expect(text).toContain("UU a.txt");
  expect(text).toMatch(/diff --cc a\.txt[\s\S]*<<<<<<<[\s\S]*theirs/);
});

test("subagent: another agent gets the input, and its words are the result", async () => {
  using place = repository({ "a.txt": "one\n" });
  place.file("a.txt", "two\n");
  expect((await reviewed(place.path, { mode: "subagent" })).text).toContain('use mode "inline"');
  const prompts: string[] = [];
  const outcome = {
    text: "a.txt:1: fine",
    failed: false,
    sessionId: "child-1",
    stopReason: "stop",
    calls: 0,
  };
  const work = { stop: () => undefined } as never;
  const delegation: ReviewServices["delegation"] = {
    agents: [
      { name: "explore", description: "" },
      { name: "verifier", description: "" },
    ],
    async start({ prompt, agentName }) {
      prompts.push(`${agentName}: ${prompt}`);
      return { work, outcome: async () => outcome, append: () => "duplicate" };
    },
  };
  const result = await reviewed(place.path, { mode: "subagent", request: "check it" }, { delegation });
  expect(result.text).toBe("a.txt:1: fine");
  expect(result.details).toMatchObject({ mode: "subagent", agent: "verifier", session_id: "child-1" });
  expect(prompts[0]).toStartWith("verifier: Review the uncommitted changes below. What was asked: check it");
  expect(prompts[0]).toContain("+two");
});

test("without git, and stopped before it began, the answer says so", async () => {
  using place = repository({ "a.txt": "one\n" });
  const { services } = shellTurn(place.path);
  const programs = { ...services.programs, git: async () => undefined };
  expect((await reviewed(place.path, {}, { programs })).text).toContain("git was not found");
  const stopped = await reviewed(place.path, {}, { signal: AbortSignal.abort() });
  expect(stopped.isError).toBe(true);
  expect(stopped.text).toContain("stopped before it finished");
});
