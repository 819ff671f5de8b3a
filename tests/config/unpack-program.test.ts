import { afterEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { assetBytes, assetNames, assetText } from "../../src/config/assets.ts";
import { registerAssets } from "../../src/config/registered-assets.ts";
import { faultOf } from "../support/config.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const SCRIPT = "#!/bin/sh\necho unpacked\n";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
let run = 0;

/** A module of its own: what a process has checked once it remembers. */
function freshProcess(): Promise<typeof import("../../src/config/unpack-program.ts")> {
  run += 1;
  return import(`../../src/config/unpack-program.ts?run=${run}`);
}

function embed(space: Workspace, content = SCRIPT, recorded = SCRIPT): string {
  const path = space.file("inside/tool", content);
  registerAssets({ tool: { path, sha256: sha256(recorded), bytes: Buffer.byteLength(recorded) } });
  return join(space.path, "cache/programs", sha256(recorded), "tool");
}

const optionsFor = (space: Workspace) => ({
  cacheDir: join(space.path, "cache"),
  platform: process.platform,
});

afterEach(() => registerAssets(undefined));

test("a program is unpacked under its hash, for its owner alone, and runs", async () => {
  using space = workspace();
  const target = embed(space);
  const { unpackProgram } = await freshProcess();
  expect(await unpackProgram("tool", optionsFor(space))).toBe(target);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  expect(statSync(dirname(target)).mode & 0o777).toBe(0o700);
  expect(spawnSync(target, { encoding: "utf8" }).stdout).toBe("unpacked\n");
  expect(readdirSync(dirname(target))).toEqual(["tool"]);
});

test("what is there and right is used as it is", async () => {
  using space = workspace();
  const target = embed(space);
  await (await freshProcess()).unpackProgram("tool", optionsFor(space));
  const before = lstatSync(target, { bigint: true });
  await (await freshProcess()).unpackProgram("tool", optionsFor(space));
  expect(lstatSync(target, { bigint: true }).ino).toBe(before.ino);
});

const DAMAGE: readonly [name: string, damage: (target: string, space: Workspace) => void][] = [
  ["of another size", (target) => writeFileSync(target, "#!/bin/sh\n")],
  ["that others may write", (target) => chmodSync(target, 0o722)],
  [
    "that is a link to another file",
    (target, space) => {
      spawnSync("rm", [target]);
      symlinkSync(space.file("victim", SCRIPT), target);
    },
  ],
];

for (const [name, damage] of DAMAGE) {
  test(`a program ${name} is replaced, and nothing outside is touched`, async () => {
    using space = workspace();
    const target = embed(space);
    await (await freshProcess()).unpackProgram("tool", optionsFor(space));
    damage(target, space);
    await (await freshProcess()).unpackProgram("tool", optionsFor(space));
    expect(lstatSync(target).isFile()).toBe(true);
    expect(lstatSync(target).mode & 0o777).toBe(0o700);
    expect(readFileSync(target, "utf8")).toBe(SCRIPT);
    expect(readdirSync(dirname(target))).toEqual(["tool"]);
  });
}

test("bytes that differ from the recorded hash are not started, and nothing stays", async () => {
  using space = workspace();
  const target = embed(space, "#!/bin/sh\necho tampere\n");
  const { unpackProgram } = await freshProcess();
  const fault = await faultOf(() => unpackProgram("tool", optionsFor(space)));
  expect([fault.code, fault.exit, fault.where]).toEqual(["program_unpackable", 1, target]);
  expect(readdirSync(dirname(target))).toEqual([]);
});

test("a cache that cannot be made is one fault that says what to do", async () => {
  using space = workspace({ cache: "a file" });
  embed(space);
  const { unpackProgram } = await freshProcess();
  const fault = await faultOf(() => unpackProgram("tool", optionsFor(space)));
  expect(fault.code).toBe("program_unpackable");
  expect(fault.hint).toContain("XDG_CACHE_HOME");
});

test("doctor's check reads the bytes: a change of the same size is seen", async () => {
  using space = workspace();
  const target = embed(space);
  const { unpackProgram, isProgramIntact } = await freshProcess();
  expect(await isProgramIntact("tool", optionsFor(space))).toBe(false);
  await unpackProgram("tool", optionsFor(space));
  expect(await isProgramIntact("tool", optionsFor(space))).toBe(true);
  writeFileSync(target, SCRIPT.replace("un", "UN"));
  expect(await isProgramIntact("tool", optionsFor(space))).toBe(false);
});

test("registered assets are read by name, and an unknown name is a bug", () => {
  using space = workspace();
  embed(space, "文本");
  expect(assetNames()).toEqual(["tool"]);
  expect(assetText("tool")).toBe("文本");
  expect(() => assetBytes("../inside/tool")).toThrow("There is no asset");
});

test("from source rg is the package's own file", async () => {
  using space = workspace();
  mkdirSync(join(space.path, "empty"));
  const script = [
    `const a = await import("${join(import.meta.dirname, "../../src/config/assets.ts")}");`,
    `const u = await import("${join(import.meta.dirname, "../../src/config/unpack-program.ts")}");`,
    `console.log(await u.unpackProgram("rg", {cacheDir: "/nonexistent", platform: process.platform}), a.assetNames().includes("rg"));`,
  ].join("\n");
  const ran = spawnSync(process.execPath, ["-e", script], {
    cwd: join(space.path, "empty"),
    encoding: "utf8",
  });
  expect(ran.stdout).toMatch(/@vscode\/ripgrep-.*\/bin\/rg(\.exe)? true\n$/);
});
