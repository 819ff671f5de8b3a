import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createPathGuard } from "../../src/permissions/path-guard.ts";
import { grepIn, shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

/** Waits for a file that a program writes a number into. */
async function numberIn(path: string): Promise<number> {
  for (;;) {
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (text.endsWith("\n")) return Number(text);
    await Bun.sleep(10);
  }
}

function lines(result: { text: string }): string[] {
  return result.text.split("\n");
}

test("e7: a folder that ignore rules hide is searched when it is named", async () => {
  const files = { ".git/HEAD": "", ".gitignore": "hidden/*\n", "hidden/a.txt": "needle\n" };
  expect((await grepIn(files, { pattern: "needle" })).text).toContain("Nothing found");
  expect((await grepIn(files, { pattern: "needle", path: "hidden" })).text).toBe("hidden/a.txt");
});

test("e13: the answer is the same whether or not the pattern is in a secret file", async () => {
  const files = { ".env": "TOKEN=abc\n", "a.txt": "nothing here\n" };
  const hit = await grepIn(files, { pattern: "TOKEN=a" });
  const miss = await grepIn(files, { pattern: "TOKEN=b" });
  expect(hit.text.replaceAll("TOKEN=a", "").replace(/".*"/g, "")).toBe(
    miss.text.replaceAll("TOKEN=b", "").replace(/".*"/g, ""),
  );
});

test("e13: a secret cannot be searched by its path, nor through a link", async () => {
  using place = workspace({ ".env": "TOKEN\n" });
  symlinkSync(".env", join(place.path, "plain.txt"));
  await using turn = shellTurn(place.path);
  for (const path of [".env", "plain.txt"]) {
    const result = await turn.grep({ pattern: "TOKEN", path, output_mode: "content" });
    expect(result.isError).toBe(true);
    expect(result.text).not.toContain("1:");
  }
});

test("e16: a rule that denies files filters them, whatever the pattern", async () => {
  using place = workspace({ "keep.txt": "KEY\n", "denied.txt": "KEY\n" });
  await using turn = shellTurn(place.path);
  const places = {
    workspace: place.path,
    home: place.path,
    dataDir: "/nonexistent",
    platform: process.platform,
  };
  const guard = createPathGuard({ places, mode: "full" });
  const paths = {
    ...guard,
    workspace: place.path,
    stat: guard.stat.bind(guard),
    admits: (path: string) => !path.endsWith("denied.txt"),
  };
  const { createGrepTool } = await import("../../src/tools/grep/tool.ts");
  const ctx = { sessionId: "s", turnId: "t", paths } as never;
  const result = await createGrepTool(turn.services).impl.execute(ctx, { pattern: "KEY" });
  expect(result.text).toStartWith("keep.txt\n[");
  expect(result.text).not.toContain("denied.txt");
});

test("a8: a hit in a line of 100 KB is cut around the match, and the short hits stay", async () => {
  const long = `${"x".repeat(60_000)}needle${"y".repeat(40_000)}\n`;
  const files = {
    "bundle.map": long,
    ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`f${n}.txt`, "a needle\n"])),
  };
  const result = await grepIn(files, { pattern: "needle", output_mode: "content" });
  expect(lines(result)).toHaveLength(6);
  expect(lines(result)[0]).toMatch(/^bundle\.map:1:\[\d+ characters\] x+needley+ \[\d+ characters\]$/);
  expect(Buffer.byteLength(result.text)).toBeLessThan(4096);
});

test("a8: the match stays visible in a long line of wide characters that is not UTF-8 throughout", async () => {
  const line = Buffer.concat([
    Buffer.from("漢".repeat(3000)),
    Buffer.from([0xff]),
    Buffer.from(`needle${"語".repeat(3000)}\n`),
  ]);
  const result = await grepIn({ "a.txt": line }, { pattern: "needle", output_mode: "content" });
  expect(result.text).toContain("\ufffdneedle語");
});

test("a20: only LF and CRLF end a line", async () => {
  const files = { "a.txt": "a\nb\rc\nneedle\n", "b.txt": "a\u2028b\nneedle\n", "c.txt": "x\r\nneedle\r\n" };
  const result = await grepIn(files, { pattern: "needle$", output_mode: "content" });
  expect(lines(result)).toEqual(["a.txt:3:needle", "b.txt:2:needle", "c.txt:2:needle"]);
});

test("a8: in a named file with one line of 12 MB the match itself is shown", async () => {
  const line = `${"x".repeat(12_000_000)}needle=1${"y".repeat(1000)}`;
  const result = await grepIn(
    { "a.json": line },
    { pattern: "needle=.", path: "a.json", output_mode: "content" },
  );
  expect(result.text).toStartWith("a.json:1:[");
  expect(result.text).toEndWith("] needle=1");
});

test("files over 1 MiB are skipped, and searched when they are named", async () => {
  const files = { "big.txt": `${"x\n".repeat(600_000)}needle\n` };
  expect((await grepIn(files, { pattern: "needle" })).text).toContain("Nothing found");
  expect((await grepIn(files, { pattern: "needle", path: "big.txt" })).text).toBe("big.txt");
});

test("files_with_matches is the default, newest change first", async () => {
  using place = workspace({ "old.txt": "needle\n", "new.txt": "needle\n", "mid.txt": "needle\n" });
  for (const [name, time] of [
    ["old.txt", 1000],
    ["mid.txt", 2000],
    ["new.txt", 3000],
  ] as const) {
    utimesSync(join(place.path, name), time, time);
  }
  await using turn = shellTurn(place.path);
  expect(lines(await turn.grep({ pattern: "needle" }))).toEqual(["new.txt", "mid.txt", "old.txt"]);
});

test("content shows context, with a gap between what does not follow on", async () => {
  const files = { "a.txt": "1\n2\nneedle 3\n4\nneedle 5\n6\n7\n8\n9\nneedle 10\n", "b.txt": "needle\n" };
  const result = await grepIn(files, { pattern: "needle", output_mode: "content", context: 1 });
  expect(lines(result)).toEqual([
    "a.txt-2-2",
    "a.txt:3:needle 3",
    "a.txt-4-4",
    "a.txt:5:needle 5",
    "a.txt-6-6",
    "--",
    "a.txt-9-9",
    "a.txt:10:needle 10",
    "--",
    "b.txt:1:needle",
  ]);
});

test("count gives the matching lines per file; ignoreCase and glob narrow and widen", async () => {
  const files = { "a.ts": "x\nX\nx x\n", "b.md": "x\n", "sub/c.ts": "X\n", "sub/c.test.ts": "x\n" };
  const count = { pattern: "x", output_mode: "count" };
  expect(lines(await grepIn(files, count))).toEqual(["a.ts:2", "b.md:1", "sub/c.test.ts:1"]);
  const all = { ...count, ignoreCase: true };
  expect(lines(await grepIn(files, { ...all, glob: "*.ts" }))).toEqual([
    "a.ts:3",
    "sub/c.test.ts:1",
    "sub/c.ts:1",
  ]);
  expect(lines(await grepIn(files, { ...all, glob: "sub/*.ts" }))).toEqual(["sub/c.test.ts:1", "sub/c.ts:1"]);
  expect(lines(await grepIn(files, { ...all, glob: "!*.test.ts" }))).toEqual([
    "a.ts:3",
    "b.md:1",
    "sub/c.ts:1",
  ]);
  expect((await grepIn(files, { ...all, glob: "absent/*.ts" })).text).toContain("Nothing found");
});

test("a glob does not bring back what ignore files hide", async () => {
  const files = { ".ignore": "hidden.ts\n", "hidden.ts": "needle\n", "shown.ts": "needle\n" };
  expect((await grepIn(files, { pattern: "needle", glob: "*.ts" })).text).toBe("shown.ts");
});

test("a pattern with a line break matches across lines and numbers each of them", async () => {
  const files = { "a.txt": "one\ntwo\nthree\n" };
  for (const input of [{ pattern: "one\\ntwo" }, { pattern: "one\ntwo", literal: true }]) {
    expect(lines(await grepIn(files, { ...input, output_mode: "content" }))).toEqual([
      "a.txt:1:one",
      "a.txt:2:two",
    ]);
  }
});

test("content passes the 16 KiB gate in whole matches; the next offsets repeat and skip none", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, file) => [
      `f${file}.txt`,
      Array.from({ length: 130 }, (_, n) => `needle ${file}.${n} ${"é".repeat(n)}\n`).join(""),
    ]),
  );
  using place = workspace(files);
  await using turn = shellTurn(place.path);
  const expected = Array.from({ length: 9 * 130 }, (_, n) => `${Math.floor(n / 130)}.${n % 130}`);
  const seen: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const result = await turn.grep({ pattern: "needle", output_mode: "content", limit: 300, offset });
    expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(16 * 1024);
    const shown = lines(result).filter((line) => line.startsWith("f"));
    seen.push(...shown.map((line) => line.split(" ")[1] ?? ""));
    offset = result.details?.next_offset as number | undefined;
    if (offset !== undefined) {
      expect(lines(result).at(-1)).toContain(`of 1170. Go on with offset=${offset}`);
      expect(result.details).toMatchObject({ truncated: true, has_more: true, offset_unit: "match" });
    }
  }
  expect(seen).toEqual(expected);
});

test("more output than one search takes still gives the same first pages, and says that it is not all", async () => {
  using place = workspace();
  mkdirSync(join(place.path, "many"));
  const line = "needle ".repeat(40).trim();
  const text = `${line}\n`.repeat(700);
  for (let n = 0; n < 60; n++) place.file(`many/f${String(n).padStart(2, "0")}.txt`, text);
  await using turn = shellTurn(place.path);
  const first = await turn.grep({ pattern: "needle", output_mode: "content", limit: 5 });
  expect(lines(first).slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((n) => `many/f00.txt:${n}:${line}`));
  expect(first.text).toContain("more than 8 MiB");
  const again = await turn.grep({ pattern: "needle", output_mode: "content", limit: 5 });
  expect(again.text).toBe(first.text);
});

test("files that cannot be read are a warning with their number, beside what was found", async () => {
  using place = workspace({ "a.txt": "needle\n", "closed/b.txt": "needle\n" });
  chmodSync(join(place.path, "closed"), 0o000);
  chmodSync(place.path, 0o755);
  await using turn = shellTurn(place.path);
  const rg = (await turn.services.programs.ripgrep()) ?? "rg";
  // Root reads everything, so ripgrep runs as nobody there.
  const nobody = place.file(
    "rg-as-nobody",
    `#!/bin/sh\nexec setpriv --reuid=65534 --clear-groups '${rg}' "$@"\n`,
  );
  chmodSync(nobody, 0o755);
  const asNobody = {
    ...turn.services.programs,
    ripgrep: async () => (process.getuid?.() === 0 ? nobody : rg),
  };
  await using limited = shellTurn(place.path, { programs: asNobody });
  const result = await limited.grep({ pattern: "needle" });
  chmodSync(join(place.path, "closed"), 0o755);
  expect(result.isError).toBeUndefined();
  expect(lines(result)[0]).toBe("a.txt");
  expect(result.text).toContain("1 file or folder could not be read");
});

test("an abort ends ripgrep", async () => {
  using place = workspace({ "a.txt": "needle\n" });
  const slow = place.file("rg-slow", "#!/bin/sh\necho $$ > pid\nexec sleep 97\n");
  chmodSync(slow, 0o755);
  const abort = new AbortController();
  await using turn = shellTurn(place.path);
  const programs = { ...turn.services.programs, ripgrep: async () => slow };
  await using stuck = shellTurn(place.path, { programs });
  const result = stuck.grep({ pattern: "needle", path: "a.txt" }, { signal: abort.signal });
  const pid = await numberIn(join(place.path, "pid"));
  abort.abort();
  expect((await result).details).toMatchObject({ aborted: true });
  expect(() => process.kill(pid, 0)).toThrow();
});

test("without ripgrep the error says what to do", async () => {
  using place = workspace();
  const { services } = shellTurn(place.path);
  await using turn = shellTurn(place.path, {
    programs: { ...services.programs, ripgrep: async () => undefined },
  });
  const result = await turn.grep({ pattern: "x" });
  expect(result.isError).toBe(true);
  expect(result.text).toContain("Install ripgrep");
});
