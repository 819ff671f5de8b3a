import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCli, testHost } from "../support/cli.ts";
import { truncate, truncateJson } from "../support/truncate.ts";
import { workspace } from "../support/workspace.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `line ${index + from}\n`).join("");
const bytesOf = (text: string) => Buffer.byteLength(text);

describe("turnkit truncate", () => {
  test("gives back byte for byte what fits, with every gate", async () => {
    const text = "\ufeffa\r\nb\rc\u2028\n\x1b[31mred\x1b[0m\u0000end";
    for (const gate of ["bash", "read", "grep", "tool-head", "tool-tail", "budget"]) {
      expect(await truncate(["--gate", gate], { input: text })).toEqual({
        stdout: text,
        stderr: "",
        exitCode: 0,
      });
    }
    expect(await truncate([], { input: "" })).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  test.each([
    ["bash", 24 * 1024],
    ["read", 24 * 1024],
    ["grep", 16 * 1024],
    ["tool-head", 50 * 1024],
    ["tool-tail", 50 * 1024],
    ["budget", 2 * 1024],
  ])("holds the limit of the gate %s", async (gate, limit) => {
    const { stdout } = await truncate(["--gate", gate], { input: `${"x".repeat(99)}\n`.repeat(1900) });
    expect(bytesOf(stdout)).toBeLessThanOrEqual(limit);
    expect(bytesOf(stdout)).toBeGreaterThan(limit * 0.95 - 200);
  });

  test("tool-head and tool-tail stop at 2000 lines", async () => {
    const head = await truncate(["--gate", "tool-head"], { input: lines(2001) });
    expect(head.stdout).toBe(
      `${lines(2000)}[Shown: the first 2000 lines, of 2001 lines, ${bytesOf(lines(2001))} bytes. Go on with offset=2001]`,
    );
    const tail = await truncate(["--gate", "tool-tail"], { input: lines(2001) });
    expect(tail.stdout).toEndWith(`\n${lines(2000, 2)}`);
    expect(tail.stdout).toStartWith("[1 line of 2001 left out here.");
  });

  test("--max-lines bounds head and tail together", async () => {
    const { stdout } = await truncate(["--max-lines", "10"], { input: lines(100) });
    expect(stdout.split("\n").filter((line) => line.startsWith("line"))).toEqual([
      ...lines(4).trimEnd().split("\n"),
      ...lines(6, 95).trimEnd().split("\n"),
    ]);
    expect(stdout).toContain("[90 lines of 100 left out here.");
  });

  test("a9: the failure at the end is kept, and the count of what is left out is exact", async () => {
    const input = `${"filler of some length here\n".repeat(3000)}FATAL x\n`;
    const { stdout } = await truncate([], { input });
    expect(stdout).toEndWith("\nFATAL x\n");
    const [, left, total] = /\[(\d+) lines of (\d+) left out/.exec(stdout) ?? [];
    const shown = stdout.split("\n").filter((line) => line.startsWith("filler") || line.startsWith("FATAL"));
    expect(Number(total)).toBe(3001);
    expect(Number(left)).toBe(3001 - shown.length);
  });

  test.each([198, 199, 200, 201, 202, 203])(
    "a1: a limit of %i inside a wide character cuts before it",
    async (limit) => {
      const input = `${"a".repeat(199)}│${"b".repeat(199)}│`;
      const { stdout, exitCode } = await truncate(["--max-bytes", String(limit)], { input });
      expect(exitCode).toBe(0);
      expect(bytesOf(stdout)).toBeLessThanOrEqual(limit);
      expect(stdout).not.toContain("\ufffd");
      expect(stdout).toContain("line 1 is shown only in part");
    },
  );

  test("a2: a line of CJK is measured in bytes, as the limit says", async () => {
    const input = "文".repeat(200);
    const { text, details } = await truncateJson(["--max-bytes", "400"], { input });
    expect(details).toMatchObject({ truncated: true, original_bytes: 600, max_bytes: 400 });
    expect(bytesOf(text)).toBeLessThanOrEqual(400);
    expect(text).toMatch(
      /^文+\n\[line 1 is shown only in part\. The whole output: 1 line, 600 bytes\]\n文+$/,
    );
    expect(await truncateJson(["--max-bytes", "600"], { input })).toMatchObject({ text: input });
  });

  test("a7: a megabyte on one line is cut too, and the whole is offered", async () => {
    using folder = workspace();
    const input = "z".repeat(1_000_000);
    for (const gate of ["bash", "read", "tool-tail"]) {
      const { text, details } = await truncateJson(["--gate", gate, "--artifact-dir", gate], {
        input,
        cwd: folder.path,
      });
      expect(bytesOf(text)).toBeLessThanOrEqual(50 * 1024);
      expect(readFileSync(details.artifact?.path ?? "", "utf8")).toBe(input);
      expect(text).toContain(details.artifact?.path ?? "");
    }
  });

  test("a12: of 11 MB with the reason at the end, the reason is shown", async () => {
    const input = `${"0123456789abcdef\n".repeat(650_000)}why\n`;
    for (const gate of ["bash", "tool-tail", "budget"]) {
      expect((await truncate(["--gate", gate], { input })).stdout).toEndWith("\nwhy\n");
    }
  });

  test("counts output bytes in the limit and input bytes in original_bytes", async () => {
    const input = Buffer.concat([Buffer.from("a\xff\xfe\n".repeat(200), "latin1")]);
    const { text, details } = await truncateJson(["--max-bytes", "900"], { input });
    expect(details.original_bytes).toBe(800);
    expect(bytesOf(text)).toBeLessThanOrEqual(900);
    expect(details.truncated).toBe(true);
  });

  test("says on stderr that bytes were no UTF-8, unless quiet", async () => {
    const input = Buffer.from("caf\xe9\n", "latin1");
    const told = await truncate([], { input });
    expect(told).toEqual({
      stdout: "caf\ufffd\n",
      stderr: "warning: The input is not UTF-8: invalid bytes are shown as U+FFFD\n",
      exitCode: 0,
    });
    expect((await truncate(["--quiet"], { input })).stderr).toBe("");
  });

  test("decodes UTF-16 by its BOM, and keeps the raw bytes in the file", async () => {
    using folder = workspace();
    for (const [name, input] of [
      ["le", Buffer.from(`\ufeff${"héllo 文😀\n".repeat(100)}`, "utf16le")],
      ["be", Buffer.from(`\ufeff${"héllo 文😀\n".repeat(100)}`, "utf16le").swap16()],
    ] as const) {
      expect((await truncate([], { input })).stdout).toBe("héllo 文😀\n".repeat(100));
      const { text, details } = await truncateJson(["--max-bytes", "500", "--artifact-dir", name], {
        input,
        cwd: folder.path,
      });
      expect(text).toStartWith("héllo 文😀\n");
      expect(details.original_bytes).toBe(input.length);
      expect(readFileSync(details.artifact?.path ?? "").equals(input)).toBe(true);
    }
  });

  test("--strip-ansi shows what a terminal would, and keeps the raw bytes in the file", async () => {
    using folder = workspace();
    const input = `${" 1%\r 2%\r\x1b[32mdone\x1b[0m\n".repeat(3000)}`;
    const { text, details } = await truncateJson(["--strip-ansi", "--artifact-dir", "raw"], {
      input,
      cwd: folder.path,
    });
    expect(
      text
        .split("\n")
        .filter((line) => !line.startsWith("[") && line !== "")
        .every((line) => line === "done"),
    ).toBe(true);
    expect(details.truncated).toBe(false);
    expect(readdirSync(folder.path)).toEqual([]);
    const cut = await truncateJson(["--strip-ansi", "--artifact-dir", "raw", "--max-bytes", "2k"], {
      input,
      cwd: folder.path,
    });
    expect(readFileSync(cut.details.artifact?.path ?? "", "utf8")).toBe(input);
    expect(cut.details.original_bytes).toBe(bytesOf(input));
  });

  test.each([
    ["a byte that is no UTF-8", Buffer.from("caf\xe9\n", "latin1")],
    ["half a character at the end", Buffer.from([0x61, 0xe7, 0x95])],
    ["UTF-16 with half a unit", Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x62])],
    ["UTF-16 with a lone surrogate", Buffer.from([0xfe, 0xff, 0xd8, 0x00, 0x00, 0x61])],
  ])("%s is told with --strip-ansi too", async (_, input) => {
    for (const args of input[0] === 0xff || input[0] === 0xfe ? [[], ["--strip-ansi"]] : [["--strip-ansi"]]) {
      const { stdout, stderr } = await truncate(args, { input });
      expect(stdout).toContain("\ufffd");
      expect(stderr).toBe("warning: The input is not UTF-8: invalid bytes are shown as U+FFFD\n");
    }
    expect((await truncate(["--strip-ansi"], { input: "caf\u00e9 \ufffd\n" })).stderr).toBe("");
  });

  test("a limit that the note with its path does not fit is refused before anything is read or stored", async () => {
    using folder = workspace();
    const name = "d".repeat(200);
    for (const gate of ["bash", "read", "grep", "tool-head", "tool-tail", "budget"]) {
      const args = ["--gate", gate, "--max-bytes", "300", "--artifact-dir", name];
      const { stderr, exitCode } = await truncate(args, { input: lines(2000), cwd: folder.path });
      expect(stderr).toStartWith("error: Cannot bound the output to 300 bytes");
      expect(exitCode).toBe(2);
      expect(readdirSync(folder.path)).toEqual([]);
    }
  });

  test("--fail-if-truncated exits 3 only when something was cut", async () => {
    expect((await truncate(["--fail-if-truncated"], { input: "a\n" })).exitCode).toBe(0);
    expect(
      (await truncate(["--fail-if-truncated", "--max-bytes", "200"], { input: lines(100) })).exitCode,
    ).toBe(3);
    expect((await truncate(["--max-bytes", "200"], { input: lines(100) })).exitCode).toBe(0);
  });

  test("writes the file only when something was cut", async () => {
    using folder = workspace();
    const args = ["--artifact-dir", "kept"];
    await truncate(args, { input: lines(100), cwd: folder.path });
    expect(readdirSync(folder.path)).toEqual([]);
    await truncate([...args, "--max-bytes", "300"], { input: lines(100), cwd: folder.path });
    expect(readdirSync(join(folder.path, "kept"))).toHaveLength(1);
    const big = ["--max-bytes", "1M", "--artifact-dir", "big"];
    await truncate(big, { input: lines(50_000), cwd: folder.path });
    expect(readdirSync(folder.path)).toEqual(["kept"]);
  });

  test("budget: the whole within the limit, a receipt with a file, a 2 KiB preview without one", async () => {
    using folder = workspace();
    const fits = lines(5000);
    expect((await truncate(["--gate", "budget"], { input: fits })).stdout).toBe(fits);
    const input = `${lines(9000)}${"x".repeat(3000)}\n`;
    const preview = await truncate(["--gate", "budget"], { input });
    expect(bytesOf(preview.stdout)).toBeLessThanOrEqual(2048);
    const { text, details } = await truncateJson(["--gate", "budget", "--artifact-dir", "kept"], {
      input,
      cwd: folder.path,
    });
    expect(text).toStartWith(
      `[Receipt. truncate returned ${bytesOf(input)} bytes, 9001 lines: too much to show here.\nThe text is in ${details.artifact?.path}\n`,
    );
    expect(text).toContain(details.artifact?.path.replace(/txt$/, "readable.v1.jsonl") ?? "");
    expect(
      readdirSync(join(folder.path, "kept"))
        .map((name) => name.replace(/^.*?\./, "."))
        .sort(),
    ).toEqual([".readable.v1.jsonl", ".txt"]);
    expect(details).toMatchObject({
      truncated: true,
      next_offset: 1,
      max_bytes: 65_536,
      original_bytes: bytesOf(input),
    });
  });

  test("prints the same JSON for the same input", async () => {
    const run = () => truncate(["--json", "--max-bytes", "300"], { input: lines(100) });
    const first = await run();
    expect(await run()).toEqual(first);
    const long = await truncate(["--format", "json", "--max-bytes", "300"], { input: lines(100) });
    expect(long).toEqual(first);
    expect(Object.keys(JSON.parse(first.stdout).details)).toEqual([
      "truncated",
      "has_more",
      "strategy",
      "original_bytes",
      "returned_bytes",
      "max_bytes",
    ]);
  });
});

describe("turnkit truncate refuses", () => {
  test.each([
    [["--max-bytes", "0"], '"0" is no size'],
    [["--max-bytes=-5"], '"-5" is no size'],
    [["--max-bytes", "12parsecs"], '"12parsecs" is no size'],
    [["--max-lines", "0"], '"0" is no number of lines'],
    [["--max-lines=-1"], '"-1" is no number of lines'],
    [["--gate", "budget", "--max-lines", "5"], "The gate budget has no limit in lines (--max-lines)"],
    [["--gate", "nope"], "nope"],
    [["--max-bytes", "10"], "Cannot bound the output to 10 bytes: the note alone takes up to 63"],
    [["--gate", "read", "--max-bytes", "50"], "Cannot bound the output to 50 bytes"],
    [["missing.txt"], 'Cannot read "missing.txt": it does not exist'],
    [["."], 'Cannot read ".": it is a folder'],
    [["/dev/fd/3977"], 'Cannot read "/dev/fd/3977": it is not open'],
    [["/dev/zero"], 'Cannot read "/dev/zero": it is a device or a socket'],
  ])("%j with one clear line and exit 2", async (args, message) => {
    using folder = workspace();
    const { stdout, stderr, exitCode } = await truncate(args, { cwd: folder.path, input: "x" });
    expect(stdout).toBe("");
    expect(stderr).toStartWith("error: ");
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
    expect(exitCode).toBe(2);
  });

  test("a limit that the note with its numbers and file does not fit", async () => {
    using folder = workspace();
    const args = ["--max-bytes", "100", "--artifact-dir", "kept"];
    const { stdout, stderr, exitCode } = await truncate(args, { cwd: folder.path, input: lines(1000) });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toMatch(
      /^error: Cannot bound the output to 100 bytes: the note alone takes up to \d+\nhint: /,
    );
  });
});

test("turnkit truncate with nothing to read but the terminal says so instead of waiting", async () => {
  using folder = workspace();
  const stdin = { isTTY: true, chunks: async function* () {} };
  const host = testHost({ cwd: folder.path, home: folder.path, stdin });
  const { stderr, exitCode } = await runCli(["truncate"], host);
  expect(stderr).toStartWith("error: There is nothing to read: stdin is the terminal\nhint: ");
  expect(exitCode).toBe(2);
});
