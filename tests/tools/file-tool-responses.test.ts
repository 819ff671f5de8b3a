import { expect, test } from "bun:test";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { createWriteTool } from "../../src/tools/write/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

test("what hooks of other programs get comes from the tools, not from the text that the model sees", async () => {
  using ws = workspace({ "f.txt": "one\r\ntwo→2\nthree\n" });
  const services = testServices(ws.path);
  const filePath = `${ws.path}/f.txt`;
  const read = await callTool(ws.path, createReadTool(services), { path: "f.txt", limit: 2 });
  expect(read.toolResponse?.()).toEqual({
    type: "text",
    file: { filePath, content: "one\ntwo→2", numLines: 2, startLine: 1, totalLines: 3 },
  });
  const input = { file_path: "f.txt", old_string: "three", new_string: "3" };
  const edit = await callTool(ws.path, createEditTool(services), input);
  expect(edit.toolResponse?.()).toEqual({
    filePath,
    oldString: "three",
    newString: "3",
    replaceAll: false,
    patch: "--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,3 @@\n one\r\n two→2\n-three\n+3\n",
  });
  const write = await callTool(ws.path, createWriteTool(services), { path: "new.txt", content: "x" });
  expect(write.toolResponse?.()).toMatchObject({
    type: "create",
    filePath: `${ws.path}/new.txt`,
    content: "x",
  });
  const again = await callTool(ws.path, createWriteTool(services), { path: "new.txt", content: "y" });
  expect(again.toolResponse?.()).toMatchObject({ type: "update" });
});
