import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { createWriteTool } from "../../src/tools/write/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

function tools(ws: Workspace) {
  const services = testServices(ws.path);
  const [read, edit, write] = [createReadTool(services), createEditTool(services), createWriteTool(services)];
  return {
    read: (path: string) => callTool(ws.path, read, { path }),
    edit: (path: string) => callTool(ws.path, edit, { file_path: path, old_string: "a", new_string: "b" }),
    write: (path: string) => callTool(ws.path, write, { path, content: "b" }),
  };
}

test("a leading @, a file:// address and ~ are taken by read", async () => {
  using ws = workspace({ "dir/f.txt": "a\n", "@types/x.ts": "t\n" });
  const { read } = tools(ws);
  for (const path of [
    "@dir/f.txt",
    pathToFileURL(`${ws.path}/dir/f.txt`).href,
    "~/dir/f.txt",
    "dir//./f.txt",
  ]) {
    expect((await read(path)).text).toBe("     1→a");
  }
  expect((await read("@types/x.ts")).text).toBe("     1→t");
});

test("spellings that macOS and word processors make are found, by edit too", async () => {
  using ws = workspace({
    "Shot 10.00\u202fAM.txt": "a\n",
    "It\u2019s.txt": "a\n",
    ["caf\u00e9.txt".normalize("NFD")]: "a\n",
  });
  const { read, edit } = tools(ws);
  for (const path of ["Shot 10.00 AM.txt", "It's.txt", "caf\u00e9.txt"]) {
    expect((await read(path)).text).toBe("     1→a");
    expect((await edit(path)).isError).toBeUndefined();
  }
  expect(readdirSync(ws.path)).toHaveLength(3);
});

test("a new file keeps the name as given, a leading @ included", async () => {
  using ws = workspace();
  await tools(ws).write("@new's.txt");
  expect(readFileSync(`${ws.path}/@new's.txt`, "utf8")).toBe("b");
});

test("a missing file names the path given and the path tried", async () => {
  using ws = workspace();
  const { text } = await tools(ws).read("no/such.txt");
  expect(text).toContain('"no/such.txt"');
  expect(text).toContain(`${ws.path}/no/such.txt`);
});

test("a name that is only mistyped is answered with the nearest ones, secrets left out", async () => {
  using ws = workspace({ "src/main.ts": "", "src/.env": "", "other.ts": "" });
  const { read, edit } = tools(ws);
  for (const call of [read, edit]) {
    expect((await call("src/mian.ts")).text).toEndWith('Nearest: "src/main.ts".');
    expect((await call("src/.en")).text).not.toContain("Nearest");
  }
});

test("edit of a folder is refused as one; nothing is made by refused calls", async () => {
  using ws = workspace({ "d/x": "" });
  const { edit, read } = tools(ws);
  expect((await edit("d")).text).toContain("folder");
  expect((await edit("new.txt")).isError).toBe(true);
  expect((await read("")).isError).toBe(true);
  expect(existsSync(`${ws.path}/new.txt`)).toBe(false);
});

test("what hides or moves text in a path is shown as escapes, by all three", async () => {
  using ws = workspace();
  for (const call of Object.values(tools(ws))) {
    const refused = await call("a\0b");
    expect(refused.text).toContain('"a\\x00b"');
    const named = await call("gone\u001b[31m\u202e/x\n");
    expect(named.text).toContain("gone\\x1b[31m\\u202e/x");
    expect(named.text).not.toMatch(/[\0\u001b\u202e]/);
  }
});

test("a link that leads nowhere is told as one, and not proposed in its own place", async () => {
  using ws = workspace();
  symlinkSync("nowhere", `${ws.path}/link`);
  const result = await tools(ws).read("link");
  expect(result.text).toContain(`it is a link to "${ws.path}/nowhere", where nothing is`);
  expect(result.text).not.toContain("Nearest");
});

test("a hint after a refusal starts a sentence of its own", async () => {
  using ws = workspace({ "notes.md": "a" });
  expect((await tools(ws).read("note.md")).text).toEndWith('nothing is there. Nearest: "notes.md".');
});

test("a name that ends like a folder's is not made a file", async () => {
  using ws = workspace();
  const result = await tools(ws).write("new/");
  expect(result.isError).toBe(true);
  expect(existsSync(`${ws.path}/new`)).toBe(false);
});
