import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, openSync, readdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { BINARY, turnkit } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const MIB = 1024 * 1024;
const MOST_MIB = 96;

/** A file of 256 MiB of a repeated text. */
function bigFile(path: string, text: string): string {
  const block = Buffer.alloc(MIB, text);
  const fd = openSync(path, "w");
  for (let round = 0; round < 256; round++) writeSync(fd, block);
  closeSync(fd);
  return path;
}

/**
 * A process counts the memory of the one that started it as its own until it is another program: a small one
 * stands between this one, which is large, and the one that is measured.
 */
const BETWEEN = `
  const [file, ...command] = process.argv.slice(1);
  const child = Bun.spawn(command, { stdin: Bun.file(file), stdout: "inherit" });
  await child.exited;
  process.stderr.write(String(child.resourceUsage().maxRSS));
`;

async function peakMiB(args: readonly string[], stdin: string, cwd: string) {
  const command = [process.execPath, "-e", BETWEEN, stdin, BINARY, "truncate", ...args];
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, peak] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { stdout, peak: Number(peak) / MIB };
}

describe("the binary's truncate", () => {
  test.each([
    ["many lines", "a line of some length with a number 12345\n"],
    ["one line", "0123456789abcdef"],
    ["lines of one character", "y\n"],
  ])("takes no more memory for 256 MiB of %s than for little", async (_, text) => {
    using folder = workspace();
    const file = bigFile(join(folder.path, "big"), text);
    for (const gate of ["bash", "read", "tool-tail", "budget"]) {
      const { stdout, peak } = await peakMiB(["--gate", gate], file, folder.path);
      expect(peak).toBeLessThan(MOST_MIB);
      expect(stdout).toContain(`${256 * MIB} bytes`);
    }
  });

  test("takes no more while it stores the whole, and stores it whole", async () => {
    using folder = workspace();
    const file = bigFile(join(folder.path, "big"), "a line to keep\n");
    const { stdout, peak } = await peakMiB(["--artifact-dir", "kept"], file, folder.path);
    expect(peak).toBeLessThan(MOST_MIB);
    const [name = ""] = readdirSync(join(folder.path, "kept"));
    expect(stdout).toContain(join("kept", name));
    expect(Bun.spawnSync(["cmp", file, join(folder.path, "kept", name)]).exitCode).toBe(0);
  });

  test("exits 3 when it is told to fail on a cut, 2 when a limit makes no sense", async () => {
    const stdin = "line\n".repeat(100);
    expect(
      (await turnkit(["truncate", "--fail-if-truncated", "--max-bytes", "200"], { stdin })).exitCode,
    ).toBe(3);
    expect((await turnkit(["truncate", "--max-bytes", "0"], { stdin })).exitCode).toBe(2);
  });
});
