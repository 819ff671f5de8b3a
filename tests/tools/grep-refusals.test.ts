import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { grepIn, shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

test("a pattern that is no regular expression is found literally, and look-around is told in words", async () => {
  expect((await grepIn({ "a.txt": "f(x)\n" }, { pattern: "f(", literal: true })).text).toBe("a.txt");
  const ahead = await grepIn({ "a.txt": "f(x)\n" }, { pattern: "(?=x)" });
  expect(ahead.text).toContain("look-around");
  expect(ahead.text).not.toContain("--pcre2");
});

test("e8: a glob that cannot be read is an error that explains, not files that cannot be read", async () => {
  for (const [glob, reason] of [
    ["![z-a]", "invalid range"],
    ["!{a", "unclosed"],
  ]) {
    const result = await grepIn({ "a.txt": "needle\n" }, { pattern: "needle", glob });
    expect(result.isError).toBe(true);
    expect(result.text).toContain(`Cannot use the glob "${glob}"`);
    expect(result.text).toContain(reason ?? "");
  }
});

test("a NUL in the pattern or the glob is told in words", async () => {
  for (const [name, input] of [
    ["pattern", { pattern: "a\0b" }],
    ["glob", { pattern: "a", glob: "!\0" }],
    ["glob", { pattern: "a", glob: "\0*" }],
  ] as const) {
    const result = await grepIn({ "a.txt": "a\n" }, input);
    const text = `Cannot search: ${name} holds a NUL character. Leave it out.`;
    expect(result).toMatchObject({ isError: true, text });
  }
});

test.skipIf(process.getuid?.() === 0)("a folder that may not be read or entered is named", async () => {
  using place = workspace({ "closed/a.txt": "needle\n" });
  const closed = join(place.path, "closed");
  await using turn = shellTurn(place.path);
  for (const mode of [0o000, 0o444, 0o111]) {
    chmodSync(closed, mode);
    const answers = [
      await turn.grep({ pattern: "needle", path: "closed" }),
      await turn.grep({ pattern: "needle", glob: "closed/*" }),
      await turn.glob({ pattern: "closed/*" }),
    ];
    chmodSync(closed, 0o755);
    const text = `Cannot search "${closed}": permission denied.`;
    for (const answer of answers) expect(answer).toMatchObject({ isError: true, text });
  }
});
