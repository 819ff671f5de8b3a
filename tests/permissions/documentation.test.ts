import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { PermissionMode } from "../../src/config/types.ts";
import { createPermissionEngine } from "../../src/permissions/engine.ts";
import { LOOKED_THROUGH } from "../../src/permissions/shell/wrappers.ts";
import { rules } from "./paths/support.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/permissions.md"), "utf8");
const ROW = /^\| (\d+) \| `(.*?)` \| `([\w_]+)`(?: `(.*)`)? \| (\w+) \| `(.*)` \|$/gm;
const ROWS = Array.from(PAGE.matchAll(ROW), (match) =>
  match.slice(1).map((cell = "") => cell.replaceAll("\\|", "|")),
);

function given(flags: string): { mode: PermissionMode; allow: string[]; deny: string[] } {
  const of = (name: string) =>
    Array.from(
      flags.matchAll(new RegExp(`--${name} (.*?)(?= --(?:allow|deny|permission) |$)`, "g")),
      (match) => match[1] ?? "",
    );
  return { mode: of("permission")[0] as PermissionMode, allow: of("allow"), deny: of("deny") };
}

function input(tool: string, what: string): unknown {
  if (tool === "bash") return { command: what };
  if (tool === "edit") return { file_path: what, old_string: "a", new_string: "b" };
  return { path: what, content: "" };
}

describe("every worked example of the documentation holds", () => {
  test("there are twenty", () => {
    expect(ROWS.map(([number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  test.each(ROWS)(
    "%s: %s, %s %s: %s",
    async (_, flags = "", tool = "", what = "", decision = "", by = "") => {
      const { mode, ...lists } = given(flags);
      const places = {
        workspace: "/nonexistent/project",
        home: "/nonexistent",
        dataDir: "/nonexistent/.minimax",
        platform: process.platform,
      };
      const engine = createPermissionEngine({ places, mode, rules: rules(lists) });
      const source = tool.startsWith("mcp__") ? "configured" : undefined;
      const verdict = await engine.verdict({ name: tool, input: input(tool, what), source });
      expect([verdict.decision as string, verdict.by]).toEqual([decision, by]);
    },
  );
});

test("the documentation lists every program that is looked through", () => {
  const missing = LOOKED_THROUGH.filter(
    (name) =>
      !new RegExp(`\\b${name}\\b`).test(PAGE) && !/^g(find|timeout|nice|stdbuf|env|xargs)$/.test(name),
  );
  expect(missing).toEqual([]);
});
