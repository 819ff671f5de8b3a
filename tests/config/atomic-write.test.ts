import { expect, test } from "bun:test";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { atomicWrite } from "../../src/config/atomic-write.ts";
import { faultOf } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("a new file is its owner's alone, and nothing else is left in the folder", async () => {
  using space = workspace();
  const path = join(space.path, "设置.json");
  await atomicWrite(path, "{}\n");
  expect(readFileSync(path, "utf8")).toBe("{}\n");
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(space.path)).toEqual(["设置.json"]);
});

test("a file that is replaced keeps its mode, unless one is asked for", async () => {
  using space = workspace();
  const path = space.file("a", "old");
  chmodSync(path, 0o640);
  await atomicWrite(path, new Uint8Array([0xff, 0]));
  expect([...readFileSync(path)]).toEqual([0xff, 0]);
  expect(modeOf(path)).toBe(0o640);
  await atomicWrite(path, "x", { mode: 0o600 });
  expect(modeOf(path)).toBe(0o600);
});

test("a link stays a link: its target is replaced, also when it does not exist yet", async () => {
  using space = workspace({ "real/a": "old" });
  for (const target of ["real/a", "real/new"]) {
    const link = join(space.path, `link-${target.slice(5)}`);
    symlinkSync(target, link);
    await atomicWrite(link, "new");
    expect(readlinkSync(link)).toBe(target);
    expect(readFileSync(join(space.path, target), "utf8")).toBe("new");
  }
});

test("what cannot be written is one fault, and nothing stays behind", async () => {
  using space = workspace();
  mkdirSync(join(space.path, "folder/inner"), { recursive: true });
  for (const path of ["folder", "gone/a"]) {
    const fault = await faultOf(() => atomicWrite(join(space.path, path), "x"));
    expect([fault.code, fault.exit, fault.where]).toEqual(["file_unwritable", 1, join(space.path, path)]);
  }
  expect(readdirSync(space.path)).toEqual(["folder"]);
  expect(lstatSync(join(space.path, "folder")).isDirectory()).toBe(true);
});

test("two writers at once leave one of the two files whole", async () => {
  using space = workspace();
  const path = join(space.path, "a");
  const texts = ["a".repeat(200_000), "b".repeat(200_000)];
  await Promise.all(texts.map((text) => atomicWrite(path, text)));
  expect(texts).toContain(readFileSync(path, "utf8"));
  expect(readdirSync(space.path)).toEqual(["a"]);
});
