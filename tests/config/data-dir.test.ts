import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { cacheDir } from "../../src/config/cache-dir.ts";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { ensurePrivateFolder } from "../../src/config/private-folder.ts";
import { faultOf } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

type Env = Readonly<Record<string, string>>;

const CHOICES: readonly [name: string, flag: string | undefined, env: Env, path: string, origin: string][] = [
  ["the flag wins", "/f", { MINIMAX_DATA_DIR: "/m", MAVIS_DATA_DIR: "/v" }, "/f", "--data-dir"],
  [
    "then MINIMAX_DATA_DIR",
    undefined,
    { MINIMAX_DATA_DIR: "/m", MAVIS_DATA_DIR: "/v" },
    "/m",
    "MINIMAX_DATA_DIR",
  ],
  ["then MAVIS_DATA_DIR", undefined, { MAVIS_DATA_DIR: "/v" }, "/v", "MAVIS_DATA_DIR"],
  ["then the home folder", undefined, {}, "/home/u/.minimax", "home"],
  [
    "an empty variable counts as unset",
    undefined,
    { MINIMAX_DATA_DIR: " ", MAVIS_DATA_DIR: "" },
    "/home/u/.minimax",
    "home",
  ],
  ["a relative flag starts at the current folder", "d/../e", {}, "/base/e", "--data-dir"],
  ["a relative variable too", undefined, { MAVIS_DATA_DIR: "d" }, "/base/d", "MAVIS_DATA_DIR"],
  ["~ is the home folder", "~/d", {}, "/home/u/d", "--data-dir"],
  ["~ alone too", undefined, { MINIMAX_DATA_DIR: "~" }, "/home/u", "MINIMAX_DATA_DIR"],
];

for (const [name, flag, env, path, origin] of CHOICES) {
  test(`data dir: ${name}`, () => {
    const dataDir = resolveDataDir({ env, cwd: "/base", home: "/home/u" }, flag);
    expect([dataDir.path, dataDir.origin as string]).toEqual([path, origin]);
    expect(dataDir.configFile).toBe(join(path, "config.yaml"));
  });
}

test("an empty flag, and no home to fall back on, are exit 2", async () => {
  const empty = await faultOf(() => resolveDataDir({ env: {}, cwd: "/base", home: "/home/u" }, ""));
  expect([empty.exit, empty.where]).toEqual([2, "--data-dir"]);
  const homeless = await faultOf(() => resolveDataDir({ env: {}, cwd: "/base", home: "" }));
  expect([homeless.exit, homeless.hint]).toEqual([2, "Name it with --data-dir or MINIMAX_DATA_DIR"]);
});

test("folders are made for their owner alone, and one that is there keeps its mode", async () => {
  using space = workspace();
  const deep = join(space.path, "a/b/c");
  await ensurePrivateFolder(deep);
  for (const folder of ["a", "a/b", "a/b/c"]) {
    expect(statSync(join(space.path, folder)).mode & 0o777).toBe(0o700);
  }
  chmodSync(join(space.path, "a"), 0o755);
  await ensurePrivateFolder(deep);
  expect(statSync(join(space.path, "a")).mode & 0o777).toBe(0o755);
});

test("a link to a folder is a folder; a file in its place is one clear fault", async () => {
  using space = workspace({ file: "x" });
  mkdirSync(join(space.path, "real"));
  symlinkSync("real", join(space.path, "link"));
  await ensurePrivateFolder(join(space.path, "link/inner"));
  expect(statSync(join(space.path, "real/inner")).isDirectory()).toBe(true);
  for (const path of ["file", "file/inner"]) {
    const fault = await faultOf(() => ensurePrivateFolder(join(space.path, path)));
    expect([fault.code, fault.exit, fault.where]).toEqual(["folder_unusable", 1, join(space.path, path)]);
  }
});

const CACHES: readonly [NodeJS.Platform, Env, string][] = [
  ["linux", {}, "/home/u/.cache/turnkit"],
  ["linux", { XDG_CACHE_HOME: "/c" }, "/c/turnkit"],
  ["linux", { XDG_CACHE_HOME: "relative" }, "/home/u/.cache/turnkit"],
  ["darwin", {}, "/home/u/Library/Caches/turnkit"],
];

for (const [platform, env, path] of CACHES) {
  test(`caches of ${platform} with ${JSON.stringify(env)} are in ${path}`, () => {
    expect(cacheDir({ env, home: "/home/u", platform })).toBe(path);
  });
}
