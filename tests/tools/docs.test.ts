import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

test("the reference pages in docs/tools are what the definitions say", () => {
  const script = resolve(import.meta.dirname, "../../scripts/tool-docs.ts");
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, script, "--check"], { stderr: "pipe" });
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
});

test("each tool is set beside those of other programs", () => {
  const folder = resolve(import.meta.dirname, "../../docs/tools");
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const compared = pages.filter((name) => name.startsWith("compared"));
  const headings = compared.flatMap(
    (name) => readFileSync(join(folder, name), "utf8").match(/^## .*$/gm) ?? [],
  );
  const tools = pages.filter((name) => !name.startsWith("compared")).map((name) => name.replace(/\.md$/, ""));
  expect(headings.flatMap((heading) => heading.slice(3).split(", ")).sort()).toEqual(tools.sort());
});
