import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isFault } from "../../../src/output/fault.ts";
import { rememberRules, withRules } from "../../../src/permissions/remember.ts";
import { workspace } from "../../support/workspace.ts";

const RULE = "bash(git push origin main)";

test.each([
  ["an empty file", "", `permissions:\n  allow:\n    - "${RULE}"\n`],
  [
    "a file without permissions",
    "hooks: h.yaml # mine\n",
    `hooks: h.yaml # mine\npermissions:\n  allow:\n    - "${RULE}"\n`,
  ],
  [
    "a file that does not end its last line",
    "hooks: x",
    `hooks: x\npermissions:\n  allow:\n    - "${RULE}"\n`,
  ],
  [
    "a list with comments and odd spaces",
    "# top\npermissions:\n    mode:   ask   # why\n    allow:\n    -   'read(x)'  # first\n    # last\nhooks: h\n",
    `# top\npermissions:\n    mode:   ask   # why\n    allow:\n    -   'read(x)'  # first\n    - "${RULE}"\n    # last\nhooks: h\n`,
  ],
  [
    "permissions without allow",
    "permissions:\n  # strict\n  mode: ask\n",
    `permissions:\n  # strict\n  allow:\n    - "${RULE}"\n  mode: ask\n`,
  ],
  [
    "a list in brackets",
    "permissions: {allow: [web_fetch], mode: ask} # x\n",
    `permissions: {allow: [web_fetch, "${RULE}"], mode: ask} # x\n`,
  ],
  [
    "permissions without a value",
    "# a\npermissions: # b\nhooks: h\n",
    `# a\npermissions: # b\n  allow:\n    - "${RULE}"\nhooks: h\n`,
  ],
  [
    "allow without a value",
    "permissions:\n  allow:\n  mode: ask\n",
    `permissions:\n  allow:\n    - "${RULE}"\n  mode: ask\n`,
  ],
  ["an empty list in brackets", "permissions:\n  allow: []\n", `permissions:\n  allow: ["${RULE}"]\n`],
  ["permissions in braces", "permissions: {mode: ask}\n", `permissions: {mode: ask, allow: ["${RULE}"]}\n`],
  [
    "Windows line ends",
    "permissions:\r\n  allow:\r\n    - a\r\n",
    `permissions:\r\n  allow:\r\n    - a\r\n    - "${RULE}"\r\n`,
  ],
])("a rule is added to %s and nothing else changes", async (_, before, after) => {
  expect(await withRules(before, [RULE])).toBe(after);
});

test("a rule that is there already is not added twice", async () => {
  const text = `permissions:\n  allow:\n    - ${RULE}\n`;
  expect(await withRules(text, [RULE])).toBe(text);
});

test("a list that is only named elsewhere is not touched", async () => {
  const aliased = "shared: &s [a]\npermissions: {allow: *s}\n";
  await expect(withRules(aliased, [RULE])).rejects.toThrow();
});

test("the file is made private, and a broken one is left alone with a fault that names it", async () => {
  using folder = workspace({ "broken.yaml": "permissions: [\n" });
  const file = join(folder.path, "data/config.yaml");
  await rememberRules(file, [RULE, "web_fetch"], process.platform);
  expect(readFileSync(file, "utf8")).toBe(`permissions:\n  allow:\n    - "${RULE}"\n    - "web_fetch"\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const broken = join(folder.path, "broken.yaml");
  const error = await rememberRules(broken, [RULE], process.platform).catch((fault: unknown) => fault);
  expect(isFault(error) && [error.code, error.where]).toEqual(["rule_not_stored", broken]);
  expect(readFileSync(broken, "utf8")).toBe("permissions: [\n");
});

test("of rules that are added at the same time none is lost", async () => {
  using folder = workspace();
  const file = join(folder.path, "data/config.yaml");
  const names = Array.from({ length: 12 }, (_, index) => `tool_${index}`);
  await Promise.all(names.map((name) => rememberRules(file, [name], process.platform)));
  const kept = [...readFileSync(file, "utf8").matchAll(/tool_\d+/g)].map(([name]) => name);
  expect(kept.sort()).toEqual(names.sort());
  expect(readdirSync(join(folder.path, "data"))).toEqual(["config.yaml"]);
});
