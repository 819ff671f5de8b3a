import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

test("every line of the threat model points at a test that exists", () => {
  const page = readFileSync(join(ROOT, "docs/threat-model.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/^\| (line|---)/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const [, file = "", name = ""] = /\| `([^`]+)` ([^|]+) \|$/.exec(row) ?? [];
    const path = file.startsWith("e2e/") ? `tests/${file}` : `tests/mcode-tools/${file}`;
    expect({ row, found: readFileSync(join(ROOT, path), "utf8").includes(name) }).toEqual({
      row,
      found: true,
    });
  }
});
