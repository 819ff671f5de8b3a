import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { SECRET_GLOBS } from "../../src/permissions/paths/secrets.ts";
import { mergedGlobs } from "../../src/tools/ripgrep/merged-globs.ts";
import { shellTurn } from "../support/shell.ts";
import { type Files, workspace } from "../support/workspace.ts";

/** What grep and glob find in a folder of the place that is the workspace of its own. */
async function foundIn(files: Files, folder: string): Promise<string[]> {
  using place = workspace(files);
  await using turn = shellTurn(join(place.path, folder));
  const grep = await turn.grep({ pattern: "needle", output_mode: "count" });
  const glob = await turn.glob({ pattern: "*.txt" });
  expect(grep.text.replaceAll(":1", "")).toBe(glob.text);
  return glob.text.split("\n");
}

const TREE = { "in/a.txt": "needle\n", "in/b.txt": "needle\n", "in/sub/c.txt": "needle\n" };

test("ignore files above the workspace hold in it", async () => {
  for (const name of [".ignore", ".rgignore"]) {
    expect(await foundIn({ ...TREE, [name]: "b.txt\n" }, "in")).toEqual(["a.txt", "sub/c.txt"]);
  }
});

test(".gitignore above the workspace holds where there is a repository, above or right there", async () => {
  const rules = { ...TREE, ".gitignore": "b.txt\n" };
  expect(await foundIn(rules, "in")).toEqual(["a.txt", "b.txt", "sub/c.txt"]);
  expect(await foundIn({ ...rules, ".git/HEAD": "" }, "in")).toEqual(["a.txt", "sub/c.txt"]);
});

test("a repository above makes the workspace's own .gitignore count", async () => {
  const own = { ...TREE, "in/.gitignore": "b.txt\n" };
  expect(await foundIn(own, "in")).toEqual(["a.txt", "b.txt", "sub/c.txt"]);
  expect(await foundIn({ ...own, ".git/HEAD": "" }, "in")).toEqual(["a.txt", "sub/c.txt"]);
  expect(await foundIn({ ...own, "in/.git/HEAD": "" }, "in")).toEqual(["a.txt", "sub/c.txt"]);
  const excluded = { ...TREE, ".git/HEAD": "", ".git/info/exclude": "b.txt\n" };
  expect(await foundIn(excluded, "in")).toEqual(["a.txt", "sub/c.txt"]);
});

/** A name that a glob of the secret list stands for. */
function example(glob: string): string {
  const name = glob
    .replace(/^\*\*\//, "")
    .replace(/\[!.\]/g, "Q")
    .replace(/[*?]/g, "z");
  return glob.endsWith("/") ? `${name}file` : name;
}

function rgFiles(folder: string, globs: readonly string[]): string {
  const rg = join(
    import.meta.dirname,
    `../../node_modules/@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`,
  );
  const args = ["--no-config", "--files", "--hidden", "--sort=path"];
  return Bun.spawnSync([rg, ...args, ...globs.map((glob) => `--iglob=!${glob}`), "."], {
    cwd: folder,
  }).stdout.toString();
}

test("the secret list in few globs leaves out what it does name by name, and nothing else", () => {
  const globs = [...SECRET_GLOBS, "/own/", "a,b/{c}"];
  const files: Record<string, string> = {
    "own/x": "",
    "sub/own/x": "",
    "plain.ts": "",
    "sub/.env.example": "",
  };
  for (const [index, glob] of globs.entries()) {
    const name = example(glob);
    for (const path of [name, name.toUpperCase(), `x${name}`, `${name}x`]) files[`${index}/${path}`] = "";
  }
  using place = workspace(files);
  const merged = mergedGlobs(globs);
  expect(merged.length).toBeLessThan(6);
  const left = rgFiles(place.path, merged);
  expect(left).toBe(rgFiles(place.path, globs));
  expect(left.split("\n").length).toBeLessThan(Object.keys(files).length);
  expect(left).toContain("./sub/own/x\n");
});

test("files changed at the same time stand by path, whatever their number", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `f${index}.txt`);
  using place = workspace(Object.fromEntries(names.map((name) => [name, "needle\n"])));
  const time = (name: string) => Number(name.slice(1, -4)) % 7;
  for (const name of names) utimesSync(`${place.path}/${name}`, time(name), time(name));
  const wanted = names.toSorted().sort((a, b) => time(b) - time(a));
  await using turn = shellTurn(place.path);
  const grep = await turn.grep({ pattern: "needle", limit: 300 });
  const glob = await turn.glob({ pattern: "*", sort: "modified", limit: 300 });
  expect(grep.text.split("\n")).toEqual(wanted);
  expect(glob.text).toBe(grep.text);
});

test.skipIf(process.getuid?.() === 0)(
  "files that may be listed but not looked at are the oldest",
  async () => {
    using place = workspace({ "closed/a.txt": "", "b.txt": "" });
    const closed = join(place.path, "closed");
    mkdirSync(closed, { recursive: true });
    await using turn = shellTurn(place.path);
    chmodSync(closed, 0o444);
    const { text } = await turn.glob({ pattern: "*.txt", sort: "modified" });
    chmodSync(closed, 0o755);
    expect(text.split("\n").slice(0, 2)).toEqual(["b.txt", "closed/a.txt"]);
  },
);
