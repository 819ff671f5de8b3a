import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { BINARY } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";
import { consoleBlocks, rewritten, type Step } from "./console-blocks.ts";

const README = join(resolve(import.meta.dirname, "../.."), "README.md");
const UPDATE = process.env.UPDATE_README === "1";

/** Runs all steps in one shell, as a reader would type them; gives what each printed. */
async function play(steps: readonly Step[]): Promise<string[]> {
  using home = workspace();
  const bin = join(home.path, "bin");
  mkdirSync(bin);
  symlinkSync(BINARY, join(bin, "turnkit"));
  mkdirSync(join(home.path, "work"));
  const marker = "====step====";
  const script = steps.map((step) => `{ ${step.command}\n} 2>&1; echo '${marker}'`).join("\n");
  const file = home.file("tour.sh", script);
  const child = Bun.spawn(["bash", file], {
    cwd: join(home.path, "work"),
    env: {
      PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: home.path,
      LANG: "C.UTF-8",
    },
    stdin: "ignore",
    stdout: "pipe",
  });
  const output = await new Response(child.stdout).text();
  return output.replaceAll(home.path, "~").split(`${marker}\n`).slice(0, steps.length);
}

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
