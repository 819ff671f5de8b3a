import { expect, test } from "bun:test";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

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
