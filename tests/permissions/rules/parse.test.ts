import { expect, test } from "bun:test";
import { PERMISSION_MODES } from "../../../src/config/types.ts";
import { isFault } from "../../../src/output/fault.ts";
import { readRule } from "../../../src/permissions/rules/parse.ts";
import { permissionSettings, type SettingsRequest } from "../../../src/permissions/settings.ts";

test.each([
  ["", 1],
  ["bash(git status", 16],
  ["bash(git) status", 10],
  ["bash()", 6],
  ["bash( )", 6],
  ["bash-write", 11],
  ["baah(rm*)", 1],
  ["web_fetch(x)", 1],
  ["Bash(rm*)", 1],
  ["bash(rm:*)", 8],
  ["read(a[bc])", 7],
  ["edit(src/{a,b}/**)", 10],
  ["read(a\\)", 7],
  ["read(a/../b)", 6],
  ["mcp github", 4],
  ["mcp__x;rm", 7],
  ["/tool", 1],
  ["server/", 7],
  [" bash", 1],
  ["bash ", 5],
  ["ba\u0007sh", 3],
  ["bash(\ud800)", 1],
  [`bash(${"a".repeat(5000)})`, 4097],
])("the malformed rule %j is told at its character", (text, column) => {
  expect(readRule(text)).toMatchObject({ column });
});

test.each([
  "bash",
  "bash(git status*)",
  "bash(echo (a) \\* \\\\ b)",
  "bash-write(out/**)",
  "read(~/notes/*.md)",
  "read(/etc/hosts)",
  "edit(src/**)",
  "write(a\\[1\\].txt)",
  "read",
  "edit",
  "write",
  "mcp__github__*",
  "server/tool*",
  "my server/tool",
  "connector__demo__*",
  "*",
  "web_fetch",
  "\u5de5\u5177/*",
])("the rule %j is well formed", (text) => {
  expect(readRule(text)).toMatchObject({ text });
});

function settings(request: Partial<SettingsRequest>) {
  return permissionSettings({
    flags: {},
    config: { allow: [], deny: [] },
    where: (path) => `config.yaml:${path.join(".")}`,
    onTerminal: false,
    command: "run-turn",
    ...request,
  });
}

function faultOf(request: Partial<SettingsRequest>) {
  try {
    settings(request);
  } catch (error) {
    if (isFault(error)) return error;
  }
  throw new Error("there was no fault");
}

test("without a word the mode is ask on a terminal and read-only elsewhere; full where the user wrote the command", () => {
  expect(settings({}).mode).toBe("read-only");
  expect(settings({ onTerminal: true }).mode).toBe("ask");
  expect(settings({ command: "serve" }).mode).toBe("read-only");
  expect(settings({ command: "call", onTerminal: true }).mode).toBe("full");
  expect(settings({ command: "lease exec" }).mode).toBe("full");
  expect(settings({ demo: true }).mode).toBe("full");
});

test("the flag beats the configuration, which beats the default; rules of both add up", () => {
  const config = { mode: "accept-edits", allow: ["web_fetch"], deny: ["bash(rm*)"] } as const;
  const both = settings({ config, flags: { permission: "ask", allow: ["task"], deny: ["write"] } });
  expect(both.mode).toBe("ask");
  expect(both.rules.allow.map((rule) => rule.text)).toEqual(["task", "web_fetch"]);
  expect(both.rules.deny.map((rule) => rule.text)).toEqual(["write", "bash(rm*)"]);
  expect(settings({ config, command: "call" }).mode).toBe("accept-edits");
});

test("an unknown mode is exit 2 with the nearest one", () => {
  for (const mode of PERMISSION_MODES) expect(settings({ flags: { permission: mode } }).mode).toBe(mode);
  const fault = faultOf({ flags: { permission: "readonly" } });
  expect([fault.exit, fault.where, fault.hint]).toEqual([
    2,
    "--permission",
    "did you mean read-only? One of: ask, read-only, accept-edits, full",
  ]);
});

test("every malformed rule is told with its place, exit 2", () => {
  const fault = faultOf({
    flags: { allow: ["bash("] },
    config: { allow: ["ok_tool"], deny: ["bash(rm:*)", "bash(rm*)"] },
  });
  expect([fault.exit, fault.code, fault.where]).toEqual([2, "rule_malformed", "--allow"]);
  expect(fault.message).toContain("(character 6)");
  expect(fault.others).toMatchObject([{ where: "config.yaml:permissions.deny.0", hint: "write bash(rm*)" }]);
});
