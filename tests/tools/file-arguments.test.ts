import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { createTodoWriteTool } from "../../src/tools/todowrite/tool.ts";
import { createWriteTool } from "../../src/tools/write/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

const names = fc.constantFrom(
  "path",
  "file_path",
  "filePath",
  "offset",
  "limit",
  "pages",
  "content",
  "old_string",
  "oldString",
  "new_string",
  "replace_all",
  "todos",
  "status",
  "priority",
  "__proto__",
  "constructor",
  "x",
);
const path = fc.constantFrom(
  "a.txt",
  "b/c.txt",
  "b",
  ".",
  "..",
  "/",
  "",
  "no",
  "a.txt/x",
  "\0",
  "a\nb",
  "@a.txt",
);
const value = fc.oneof(
  path,
  fc.constantFrom("one", "two\n", "     1→one", "", "\ud800", "true", "10", "1-3"),
  fc.integer({ min: -3, max: 5_000 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.object({ maxDepth: 1 }), { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
);
const argumentsOfAnyKind = fc.oneof(
  { weight: 9, arbitrary: fc.array(fc.tuple(names, value), { maxLength: 5 }).map(Object.fromEntries) },
  { weight: 1, arbitrary: fc.anything() },
  { weight: 1, arbitrary: fc.json() },
);

const makers = {
  read: createReadTool,
  write: createWriteTool,
  edit: createEditTool,
  todowrite: createTodoWriteTool,
};

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: whatever the arguments, a result or an error result, and nothing else is touched`, async () => {
    using ws = workspace({ "in/a.txt": "one\ntwo\n", "in/b/c.txt": "one\n", "out.txt": "outside" });
    const inside = `${ws.path}/in`;
    const tool = make(testServices(inside));
    await fc.assert(
      fc.asyncProperty(argumentsOfAnyKind, async (input) => {
        const result = await callTool(inside, tool, input);
        expect(result.tool_name).toBe(name);
        expect(result.text.isWellFormed()).toBe(true);
        if (name === "read") expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(24 * 1024);
      }),
      { numRuns: 10_000 },
    );
    expect(readdirSync(ws.path).sort()).toEqual(["in", "out.txt"]);
    expect(readFileSync(`${ws.path}/out.txt`, "utf8")).toBe("outside");
    if (name !== "write") expect(readdirSync(inside).sort()).toEqual(["a.txt", "b"]);
  }, 60_000);
}

test("arguments that came as one JSON text are taken", async () => {
  using ws = workspace({ "a.txt": "one\n" });
  const read = createReadTool(testServices(ws.path));
  expect((await callTool(ws.path, read, '{"file_path": "a.txt"}')).text).toBe("     1→one");
  expect((await callTool(ws.path, read, '{"file_path": "a.txt')).isError).toBe(true);
});

test("two names for one parameter are not chosen between", async () => {
  using ws = workspace({ "a.txt": "one\n" });
  const read = createReadTool(testServices(ws.path));
  expect((await callTool(ws.path, read, { file_path: "a.txt", filePath: "b.txt" })).isError).toBe(true);
  expect((await callTool(ws.path, read, { path: "a.txt", file_path: "b.txt" })).isError).toBe(true);
});
