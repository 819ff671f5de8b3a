import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { findOnPath, findPrograms, pathFolders, shells } from "../../src/config/programs.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const program = (space: Workspace, name: string) => {
  const path = space.file(name, "#!/bin/sh\n");
  chmodSync(path, 0o755);
  return path;
};

const linux = (PATH: string | undefined) => ({ env: { PATH }, platform: "linux" as const });

test("a program is found through absolute entries of PATH, in their order", () => {
  using space = workspace();
  const first = program(space, "a/rg");
  program(space, "b/rg");
  expect(findOnPath("rg", linux(`${space.path}/none:${space.path}/a:${space.path}/b`))).toBe(first);
});

test("relative and empty entries of PATH never count", () => {
  using space = workspace();
  program(space, "rg");
  const before = process.cwd();
  process.chdir(space.path);
  try {
    for (const PATH of ["", ".", ":", "./", "a:.", "..", undefined]) {
      expect(findOnPath("rg", linux(PATH))).toBeUndefined();
    }
  } finally {
    process.chdir(before);
  }
});

test("a folder, a file without execute permission and a dead link of that name are passed over", () => {
  using space = workspace();
  mkdirSync(join(space.path, "a/rg"), { recursive: true });
  space.file("b/rg", "");
  mkdirSync(join(space.path, "c"));
  symlinkSync("gone", join(space.path, "c/rg"));
  const found = program(space, "d/rg");
  const PATH = ["a", "b", "c", "d"].map((name) => join(space.path, name)).join(":");
  // As root every file may be executed by access(2) only when it has an execute bit, so this holds there too.
  expect(findOnPath("rg", linux(PATH))).toBe(found);
});

test("a name with a folder in it is no name of a program", () => {
  using space = workspace();
  program(space, "a/rg");
  for (const name of ["../a/rg", "a/rg", join(space.path, "a/rg"), "", ".", "..", "a\0"]) {
    expect(findOnPath(name, linux(join(space.path, "a")))).toBeUndefined();
  }
});

test("the real machine has a shell and rg by absolute path", async () => {
  using space = workspace();
  const host = { env: { PATH: process.env.PATH }, platform: process.platform, home: space.path };
  const programs = findPrograms(host);
  const shell = await programs.shell();
  expect(shell?.path).toMatch(/^\/.*\/(bash|sh)$/);
  expect(await programs.ripgrep()).toMatch(/rg$/);
  expect(await programs.shell()).toBe(shell);
});

test("without PATH the shell is found where systems put it", () => {
  expect(shells(linux(undefined)).map(({ path }) => path)).toEqual([
    "/bin/bash",
    "/usr/bin/bash",
    "/bin/sh",
    "/usr/bin/sh",
  ]);
});

test("on Windows PATH may be spelt otherwise, quoted, and only entries with a drive or a share count", () => {
  const env = { Path: 'C:\\Tools;"D:\\a b";\\rooted;relative;.;;\\\\server\\share;c:x' };
  expect(pathFolders({ env, platform: "win32" })).toEqual(["C:\\Tools", "D:\\a b", "\\\\server\\share"]);
});

test("on Windows the shell is Git Bash, never the door to WSL", () => {
  const env = {
    PATH: "C:\\Windows\\System32;C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps;D:\\msys\\bin",
    ProgramFiles: "C:\\Program Files",
    LOCALAPPDATA: "C:\\Users\\u\\AppData\\Local",
  };
  expect(shells({ env, platform: "win32" }).map(({ path }) => path)).toEqual([
    "C:\\Program Files\\Git\\bin\\bash.exe",
    "C:\\Users\\u\\AppData\\Local\\Programs\\Git\\bin\\bash.exe",
    "D:\\msys\\bin\\bash.exe",
  ]);
});

test("on Windows a name with a drive's letter is no name of a program", () => {
  expect(findOnPath("c:rg", { env: { PATH: "C:\\x" }, platform: "win32" })).toBeUndefined();
});
