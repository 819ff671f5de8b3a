import { expect, test } from "bun:test";
import { join } from "node:path";
import { BINARY } from "../support/binary.ts";
import { finished } from "../support/finished.ts";
import { workspace } from "../support/workspace.ts";

const SRC = join(import.meta.dirname, "../../src");

/** Runs the program in a folder that goes once the runtime has started: it starts in none that is gone. */
async function inGoneFolder(...argv: readonly string[]) {
  using space = workspace();
  const script = `
    import { rmSync } from "node:fs";
    import { startCli } from ${JSON.stringify(join(SRC, "cli/start.ts"))};
    rmSync(${JSON.stringify(join(space.path, "gone"))}, { recursive: true });
    process.exitCode = await startCli(${JSON.stringify(argv)}, { compiled: false, script: "" });`;
  space.file("gone/x", "");
  const child = Bun.spawn([process.execPath, "-e", script], {
    cwd: join(space.path, "gone"),
    env: { PATH: process.env.PATH, HOME: space.path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return await finished(child);
}

test.each(
  [["catalog"], ["mcp", "list"], ["doctor"], ["truncate", "x"], ["mcode-tools", "connector", "tools"]].map(
    (argv) => [argv],
  ),
)("%p in a folder that is gone is one line with a hint", async (argv) => {
  const { stdout, stderr, exitCode } = await inGoneFolder(...argv);
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
  expect(stderr).toBe(
    "error: Cannot tell the current folder: it does not exist\nhint: go to a folder that exists\n",
  );
});

test.each(
  [
    ["--help"],
    ["sessions", "list"],
    ["catalog", "--help"],
    ["--quiet", "--version"],
    ["schema", "config"],
  ].map((argv) => [argv]),
)("%p needs no folder", async (argv) => {
  const { stderr, exitCode } = await inGoneFolder(...argv);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
});

test("the binary started there is told so by its runtime, without a stack", async () => {
  using space = workspace();
  space.file("gone/x", "");
  const child = Bun.spawn(["sh", "-c", 'cd gone && rm -r ../gone && exec "$0" catalog', BINARY], {
    cwd: space.path,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { stderr, exitCode } = await finished(child);
  expect(stderr).toMatch(/^error: The current working directory was deleted[^\n]*\n*$/);
  expect(exitCode).toBe(1);
});
