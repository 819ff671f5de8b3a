import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { consoleBlocks, rewritten } from "./console-blocks.ts";
import { play } from "./play.ts";

const README = join(resolve(import.meta.dirname, "../.."), "README.md");
const UPDATE = process.env.UPDATE_README === "1";

test("every command of the README's tour prints what the README shows", async () => {
  const text = readFileSync(README, "utf8");
  const steps = consoleBlocks(text);
  expect(steps.length).toBeGreaterThan(10);
  const printed = await play(steps);
  if (UPDATE) writeFileSync(README, rewritten(text, printed));
  const shown = consoleBlocks(readFileSync(README, "utf8"));
  for (const [index, step] of shown.entries()) {
    expect(`$ ${step.command}\n${printed[index]}`).toBe(`$ ${step.command}\n${step.output}`);
  }
}, 60_000);

test("the README names exactly the two commands of a fresh clone", () => {
  const text = readFileSync(README, "utf8");
  expect(text.match(/^npx --yes bun@[\d.]+ run \w+/gm)).toEqual([
    "npx --yes bun@1.4.5 run demo",
    "npx --yes bun@1.4.5 run test",
  ]);
});
