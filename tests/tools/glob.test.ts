import { expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

async function globIn(files: Readonly<Record<string, string>>, input: Record<string, unknown>) {
  using place = workspace(files);
  await using turn = shellTurn(place.path);
  return await turn.glob(input);
}

function lines(result: { text: string }): string[] {
  return result.text.split("\n");
}

test("an absolute pattern works inside the root only", async () => {
  using place = workspace({ "src/a.ts": "" });
  await using turn = shellTurn(place.path);
  expect((await turn.glob({ pattern: join(place.path, "src/*.ts") })).text).toBe("src/a.ts");
  const outside = await turn.glob({ pattern: "/etc/*" });
  expect(outside.isError).toBe(true);
  expect(outside.text).toContain("leaves");
});

test("brackets in a path that exists are part of its name", async () => {
  const files = { "app/[id]/page.tsx": "", "app/i/page.tsx": "" };
  expect(lines(await globIn(files, { pattern: "app/[id]/page.tsx" }))).toEqual([
    "app/[id]/page.tsx",
    "app/i/page.tsx",
  ]);
});

test("a pattern does not bring back what ignore files hide", async () => {
  const files = { ".ignore": "hidden.ts\n", "hidden.ts": "", "shown.ts": "" };
  expect((await globIn(files, { pattern: "*.ts" })).text).toBe("shown.ts");
  expect((await globIn(files, { pattern: "**/h*.ts" })).text).not.toContain("hidden.ts\n");
});

test("installed packages, caches and build outputs are left out, unless the search starts in them", async () => {
  const files = {
    "src/a.js": "",
    "dist/b.js": "",
    "node_modules/p/index.js": "",
    "node_modules/p/dist/c.js": "",
    ".git/x.js": "",
    ".gitignore": "dist\nnode_modules\n",
  };
  expect((await globIn(files, { pattern: "**/*.js" })).text).toBe("src/a.js");
  expect((await globIn(files, { pattern: "dist/*.js" })).text).toBe("dist/b.js");
  const inPackage = await globIn(files, { pattern: "**/*.js", path: "node_modules/p" });
  expect(lines(inPackage)).toEqual(["dist/c.js", "index.js"]);
});

test("include_ignored needs a narrow path, and brings back what ignore files hide there", async () => {
  const files = { ".ignore": "*.log\n", "sub/a.log": "" };
  expect((await globIn(files, { pattern: "*.log", include_ignored: true })).isError).toBe(true);
  expect((await globIn(files, { pattern: "*.log", include_ignored: true, path: "sub" })).text).toBe("a.log");
  expect((await globIn(files, { pattern: "sub/*.log", include_ignored: true })).text).toBe("sub/a.log");
});

test("sort modified: the newest change comes first, equal ones by path", async () => {
  using place = workspace({ "b.md": "", "a.md": "", "c.md": "" });
  utimesSync(join(place.path, "a.md"), 1000, 1000);
  utimesSync(join(place.path, "b.md"), 1000, 1000);
  await using turn = shellTurn(place.path);
  expect(lines(await turn.glob({ pattern: "*.md", sort: "modified" }))).toEqual(["c.md", "a.md", "b.md"]);
  expect((await turn.glob({ pattern: "*.md", sort: "newest" })).text).toContain('use "none" or "modified"');
});

test("paging by the offsets of the notes gives every file once, in order", async () => {
  const names = Array.from({ length: 57 }, (_, index) => `d${index % 7}/f${index}.txt`);
  using place = workspace(Object.fromEntries(names.map((name) => [name, ""])));
  await using turn = shellTurn(place.path);
  const whole = lines(await turn.glob({ pattern: "**/*.txt" }));
  expect(whole.toSorted()).toEqual(names.toSorted());
  const paged: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const result = await turn.glob({ pattern: "**/*.txt", limit: 10, offset });
    paged.push(...lines(result).filter((line) => !line.startsWith("[")));
    offset = result.details?.next_offset as number | undefined;
    if (offset !== undefined) expect(lines(result).at(-1)).toContain(`offset=${offset}`);
  }
  expect(paged).toEqual(whole);
});

test("an offset past the end is an error that says how many files there are", async () => {
  const result = await globIn({ "a.txt": "" }, { pattern: "*.txt", offset: 5 });
  expect(result.isError).toBe(true);
  expect(result.text).toContain("there is 1 file");
});

test("a folder, a missing folder, a file as path: each is answered in words", async () => {
  const files = { "src/a.ts": "" };
  expect((await globIn(files, { pattern: "src" })).text).toContain('"src/**" lists the files in it');
  expect((await globIn(files, { pattern: "absent/*.ts" })).text).toContain("No files match");
  expect((await globIn(files, { pattern: "*", path: "src/a.ts" })).text).toContain("it is a file");
  expect((await globIn(files, { pattern: "*", path: "absent" })).isError).toBe(true);
});

test("a name with a line break or a colour sequence cannot forge a line", async () => {
  const result = await globIn({ "a\nb\u001b[31m.txt": "" }, { pattern: "*.txt" });
  expect(lines(result)).toHaveLength(1);
  expect(result.text).not.toContain("\u001b");
});
