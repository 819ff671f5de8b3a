import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { errorLines } from "../../src/cli/error-lines.ts";
import { runCli, testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe("what the system refuses is told in words with its file, and not as a bug of turnkit", () => {
  test("a file in the place of a folder of the data folder", async () => {
    using ws = workspace({ "data/turnkit": "" });
    const host = testHost({ cwd: ws.path, home: ws.path });
    const { stdout, stderr, exitCode } = await runCli(["--data-dir", "data", "sessions", "list"], host);
    expect(stdout).toBe("");
    expect(stderr).toBe(
      `error: Cannot go on: a part of the path is not a folder (${ws.path}/data/turnkit/sessions)\n`,
    );
    expect(exitCode).toBe(1);
  });

  test.skipIf(process.platform !== "linux")("a full disk", () => {
    const error = thrownBy(() => writeFileSync("/dev/full", "x"));
    expect(errorLines(error, false)).toStartWith("error: Cannot go on: the disk is full");
  });

  test("any other failure stays one of turnkit", () => {
    const error = thrownBy(() => readFileSync("\0"));
    expect(errorLines(error, false)).toStartWith("error: Unexpected fault: ");
  });
});

test("foreign text in an error neither forges a line nor hides", () => {
  const lines = errorLines(new Error("a\nhint: b\u001b[31m\u202e\u061c\u00ad"), false).split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe("error: Unexpected fault: a hint: b\\x1b[31m\\u202e\\u061c\\xad");
});
