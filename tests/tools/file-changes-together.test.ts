import { expect, test } from "bun:test";
import { linkSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import type { LocalServices } from "../../src/tools/services.ts";
import { createWriteTool } from "../../src/tools/write/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

function tools(ws: Workspace, changes: Partial<LocalServices> = {}) {
  const services = testServices(ws.path, changes);
  const [read, edit, write] = [createReadTool(services), createEditTool(services), createWriteTool(services)];
  return {
    read: (path: string, more: object = {}, sessionId?: string) =>
      callTool(ws.path, read, { path, ...more }, { sessionId }),
    edit: (path: string, old_string: string, new_string: string) =>
      callTool(ws.path, edit, { file_path: path, old_string, new_string }),
    write: (path: string, content: string) => callTool(ws.path, write, { path, content }),
    text: (path: string) => readFileSync(`${ws.path}/${path}`, "utf8"),
  };
}

test("c23: edits through a link, a hard link and the file itself queue together", async () => {
  using ws = workspace({ "f.txt": "a\nb\nc\n" });
  symlinkSync("f.txt", `${ws.path}/link`);
  linkSync(`${ws.path}/f.txt`, `${ws.path}/hard`);
  const { edit, text } = tools(ws);
  const results = await Promise.all([
    edit("f.txt", "a", "1"),
    edit("link", "b", "2"),
    edit("hard", "c", "3"),
  ]);
  expect(results.map((result) => result.isError)).toEqual([undefined, undefined, undefined]);
  expect(text("f.txt")).toBe("1\n2\n3\n");
});

test("c23: a write and an edit of one file at once end as one of the two orders", async () => {
  using ws = workspace({ "f.txt": "old\n" });
  const { edit, write, text } = tools(ws);
  await Promise.all([write("f.txt", "new old\n"), edit("f.txt", "old", "edited")]);
  expect(["new edited\n", "new old\n"]).toContain(text("f.txt"));
});

for (const kind of ["edit", "write"] as const) {
  const change = (path: string, t: ReturnType<typeof tools>) =>
    kind === "edit" ? t.edit(path, "old", "new") : t.write(path, "new");

  test(`c24: ${kind} sees a change of equal size that carries the old time stamps`, async () => {
    using ws = workspace({ "f.txt": "old 1\n" });
    const t = tools(ws);
    utimesSync(`${ws.path}/f.txt`, 1_000_000, 1_000_000);
    await t.read("f.txt");
    writeFileSync(`${ws.path}/f.txt`, "old 2\n");
    utimesSync(`${ws.path}/f.txt`, 1_000_000, 1_000_000);
    expect((await change("f.txt", t)).details?.error).toBe("changed_since_read");
  });

  test(`c24: ${kind} sees a change through a link, a hard link, and by a rename`, async () => {
    using ws = workspace({ "f.txt": "old\n", "g.txt": "old\n" });
    symlinkSync("f.txt", `${ws.path}/link`);
    linkSync(`${ws.path}/g.txt`, `${ws.path}/hard`);
    const t = tools(ws);
    await t.read("link");
    writeFileSync(`${ws.path}/tmp`, "old, moved here\n");
    renameSync(`${ws.path}/tmp`, `${ws.path}/f.txt`);
    expect((await change("f.txt", t)).details?.error).toBe("changed_since_read");
    await t.read("hard");
    writeFileSync(`${ws.path}/g.txt`, "old, changed\n");
    expect((await change("g.txt", t)).details?.error).toBe("changed_since_read");
  });

  test(`c24: ${kind} counts a partial reading too`, async () => {
    using ws = workspace({ "f.txt": "1\n2\nold\n" });
    const t = tools(ws);
    await t.read("f.txt", { limit: 1 });
    writeFileSync(`${ws.path}/f.txt`, "1\n2\n3\nold\n");
    expect((await change("f.txt", t)).details?.error).toBe("changed_since_read");
  });

  test(`${kind} takes a file that was never read, and one that another session read`, async () => {
    using ws = workspace({ "f.txt": "old\n" });
    const t = tools(ws);
    await t.read("f.txt", {}, "another-session");
    writeFileSync(`${ws.path}/f.txt`, "old!\n");
    expect((await change("f.txt", t)).isError).toBeUndefined();
  });

  test(`${kind} takes a file that was only touched`, async () => {
    using ws = workspace({ "f.txt": "old\n" });
    const t = tools(ws);
    await t.read("f.txt");
    utimesSync(`${ws.path}/f.txt`, 2_000_000, 2_000_000);
    expect((await change("f.txt", t)).isError).toBeUndefined();
  });

  test(`${kind} does not ask when requireFresh is off`, async () => {
    using ws = workspace({ "f.txt": "old\n" });
    const t = tools(ws, { requireFresh: false });
    await t.read("f.txt");
    writeFileSync(`${ws.path}/f.txt`, "old!\n");
    expect((await change("f.txt", t)).isError).toBeUndefined();
  });
}

test("the session's own changes do not count as changes by others", async () => {
  using ws = workspace({ "f.txt": "a\nb\n" });
  const t = tools(ws);
  await t.read("f.txt");
  expect((await t.edit("f.txt", "a", "1")).isError).toBeUndefined();
  expect((await t.edit("f.txt", "b", "2")).isError).toBeUndefined();
  expect((await t.write("f.txt", "x\n")).isError).toBeUndefined();
  expect((await t.edit("f.txt", "x", "y")).isError).toBeUndefined();
  expect(t.text("f.txt")).toBe("y\n");
});
