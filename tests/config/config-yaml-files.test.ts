import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { faultLines, faultOf, loadYaml, placeIn } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

const BROKEN: readonly { name: string; content: string | Uint8Array; told: string[] }[] = [
  {
    name: "a tab as indentation",
    content: "tools:\n\tbash: {}\n",
    told: ["2:1 Cannot read the configuration: Tabs are not allowed as indentation"],
  },
  {
    name: "a key that stands there twice",
    content: "permissions: {mode: full}\nbeta: {}\npermissions: {mode: ask}\n",
    told: ['3:1 Cannot read the configuration: the key "permissions" stands here a second time'],
  },
  {
    name: "two keys that stand there twice",
    content: "beta: {mcodeTools: true, mcodeTools: true}\nbeta: {}\n",
    told: [
      '1:26 Cannot read the configuration: the key "mcodeTools" stands here a second time',
      '2:1 Cannot read the configuration: the key "beta" stands here a second time',
    ],
  },
  {
    name: "a second document",
    content: "beta: {}\n---\npermissions: {mode: ask}\n",
    told: ["2:1 Cannot read the configuration: a second document starts here, one is expected"],
  },
  {
    name: "a list as root",
    content: "- permissions\n",
    told: ["1:1 Cannot read the configuration: expected a map of settings"],
  },
  {
    name: "text as root",
    content: "\n  permissions\n",
    told: ["2:3 Cannot read the configuration: expected a map of settings"],
  },
  {
    name: "an unknown alias",
    content: "beta: *gone\n",
    told: ['1:7 Cannot read the configuration: there is no anchor "&gone" before this alias'],
  },
  {
    name: "an alias inside its own anchor",
    content: "beta: &a\n  x: *a\n",
    told: ["2:6 Cannot read the configuration: it is nested more than 64 levels deep"],
  },
  {
    name: "a merge of something that is no map",
    content: "beta: {<<: [1]}\n",
    told: ["1:13 Cannot read the configuration: only maps can be merged with <<"],
  },
  {
    name: "a key that is a list",
    content: "? [a]\n: 1\n",
    told: ["1:3 Cannot read the configuration: a key must be text"],
  },
  {
    name: "a tag of its own",
    content: "beta: !!binary aGk=\n",
    told: ["1:16 Cannot read the configuration: a value of this tag cannot be used here"],
  },
  {
    name: "a byte that is not UTF-8",
    content: bytes("# 设置\nbeta: ", [0xe4], "x\n"),
    told: ["2:7 Cannot read the configuration: this byte is not UTF-8"],
  },
  {
    name: "a character that ends with the file",
    content: bytes("beta: ", [0xe4, 0xb8]),
    told: ["1:7 Cannot read the configuration: this byte is not UTF-8"],
  },
  {
    name: "UTF-16",
    content: bytes([0xff, 0xfe, 0x61, 0x00]),
    told: ["1:1 Cannot read the configuration: this byte is not UTF-8"],
  },
];

for (const { name, content, told } of BROKEN) {
  test(`exit 2 and the position for ${name}`, async () => {
    using space = workspace();
    const fault = await faultOf(() => loadYaml(space, content));
    expect(fault.exit).toBe(2);
    expect(faultLines(fault)).toEqual(told);
  });
}

test("columns count characters, and a BOM and CRLF change no position", async () => {
  using space = workspace();
  const text = "\ufeff# 😀\r\nbeta:\r\n  设置😀: 1\r\n  x: [\r\n";
  const fault = await faultOf(() => loadYaml(space, text));
  expect(fault.code).toBe("syntax");
  const loaded = await loadYaml(space, "\ufeffbeta: {设😀: 1, mcodeTools: no}\r\nzz: 1\r\n");
  expect(loaded.diagnostics.map(({ where }) => where?.split(":").slice(-2).join(":"))).toEqual([
    "1:8",
    "1:27",
    "2:1",
  ]);
});

test("aliases and merge keys are read as what they stand for", async () => {
  using space = workspace();
  const yaml = [
    "models:",
    "  a: &base {provider: openai, id: one, contextWindow: 5}",
    "  b: {<<: *base, id: two}",
    "  c: *base",
  ].join("\n");
  const { models } = (await loadYaml(space, yaml)).config;
  expect(models.b).toMatchObject({ provider: "openai", id: "two", contextWindow: 5 });
  expect(models.c).toMatchObject({ id: "one" });
});

test("a bomb of aliases is refused before it grows", async () => {
  using space = workspace();
  const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(",")}]`;
  const yaml = [level("a", "1"), level("b", "*a"), level("c", "*b"), level("d", "*c"), level("e", "*d")];
  const fault = await faultOf(() => loadYaml(space, yaml.join("\n")));
  expect(faultLines(fault)).toEqual([
    "5:11 Cannot read the configuration: it holds more than 20000 values once its aliases are expanded",
  ]);
});

test("a bomb of merges is refused before it grows", async () => {
  using space = workspace();
  const lines = ["a0: &a0 {k: 1}"];
  for (let i = 1; i < 40; i++) lines.push(`a${i}: &a${i} {<<: [${Array(9).fill(`*a${i - 1}`)}]}`);
  const fault = await faultOf(() => loadYaml(space, lines.join("\n")));
  expect([fault.code, fault.exit]).toEqual(["syntax", 2]);
});

test("a hundred thousand brackets are one clear error and not a crash", async () => {
  using space = workspace();
  for (const text of ["[".repeat(100_000), "[".repeat(100_000) + "]".repeat(100_000)]) {
    const fault = await faultOf(() => loadYaml(space, text));
    expect([fault.code, fault.exit]).toEqual(["syntax", 2]);
    expect(faultLines(fault)).toEqual([
      "1:1 Cannot read the configuration: it is nested more than 64 levels deep",
    ]);
  }
});

test("--config must name a file that is there, and says where it looked", async () => {
  using space = workspace();
  const fault = await faultOf(() => loadYaml(space, "", { file: "my.yaml" }));
  expect([fault.code, fault.exit, fault.where]).toEqual(["source_missing", 2, "my.yaml"]);
  expect(fault.message).toBe("Cannot read the configuration that --config names: there is no such file");
  const empty = await faultOf(() => loadYaml(space, "", { file: "" }));
  expect([empty.exit, empty.where]).toEqual([2, "--config"]);
});

test("errors name the file of --config as it was typed", async () => {
  using space = workspace({ "my.yaml": "hoks: 1\n" });
  expect((await faultOf(() => loadYaml(space, "", { file: "my.yaml" }))).where).toBe("my.yaml:1:1");
});

test("a folder, a pipe and a file over 1 MiB in the place of config.yaml are told apart", async () => {
  using space = workspace();
  const host = placeIn(space);
  const load = () => faultOf(() => loadConfig(host, resolveDataDir(host, "data")));
  mkdirSync(join(space.path, "data/config.yaml"), { recursive: true });
  expect((await load()).message).toBe("Cannot read the configuration: it is a folder");

  const piped = resolveDataDir(host, "piped");
  mkdirSync(piped.path);
  spawnSync("mkfifo", [piped.configFile]);
  const pipe = await faultOf(() => loadConfig(host, piped));
  expect([pipe.message, pipe.exit]).toEqual(["Cannot read the configuration: it is no regular file", 2]);

  const big = await faultOf(() => loadYaml(workspaceAt(space, "big"), "#".repeat(1024 * 1024 + 1)));
  expect(big.message).toBe("Cannot read the configuration: it has 1048577 bytes, at most 1048576 are read");
});

test.skipIf(process.getuid?.() === 0)("a file without read permission is exit 2", async () => {
  using space = workspace();
  chmodSync(space.file("data/config.yaml", ""), 0);
  const host = placeIn(space);
  const fault = await faultOf(() => loadConfig(host, resolveDataDir(host, "data")));
  expect([fault.message, fault.exit]).toEqual(["Cannot read the configuration: permission denied", 2]);
});

function workspaceAt(space: ReturnType<typeof workspace>, name: string) {
  const file: typeof space.file = (path, content) => space.file(join(name, path), content);
  return { ...space, path: join(space.path, name), file };
}
