import { expect, test } from "bun:test";
import { createTodoWriteTool } from "../../src/tools/todowrite/tool.ts";
import { callTool, testServices } from "../support/tools.ts";

const todo = (content: string, status = "pending", priority = "medium") => ({ content, status, priority });

function session() {
  const services = testServices("/tmp");
  const tool = createTodoWriteTool(services);
  return {
    write: (todos: unknown, sessionId?: string) => callTool("/tmp", tool, { todos }, { sessionId }),
    list: (sessionId = "session-1") => services.todos.get(sessionId),
  };
}

test("the list is replaced, shown and counted", async () => {
  const { write, list } = session();
  await write([todo("old")]);
  const todos = [
    todo("plan", "completed", "high"),
    todo("build", "in_progress"),
    todo("test"),
    todo("skip\nit", "cancelled", "low"),
  ];
  const result = await write(todos);
  expect(result.text).toBe(
    ["4 tasks, 2 open:", "[x] plan (high)", "[>] build", "[ ] test", "[-] skip it (low)"].join("\n"),
  );
  expect(result.details).toMatchObject({ active: 2, completed: 1, cancelled: 1 });
  expect(list()).toEqual(todos as never);
});

test("an empty list clears it; each session has its own", async () => {
  const { write, list } = session();
  await write([todo("a")]);
  await write([todo("b")], "session-2");
  expect((await write([])).text).toBe("The task list is empty.");
  expect(list()).toEqual([]);
  expect(list("session-2")).toHaveLength(1);
});

test("a list that is refused changes nothing, and the error names what is allowed", async () => {
  const { write, list } = session();
  await write([todo("a")]);
  const refused: [unknown, string][] = [
    [[todo("b", "done")], '"pending", "in_progress", "completed", "cancelled"'],
    [[todo("b", "pending", "urgent")], '"high", "medium", "low"'],
    [[todo("b", "in_progress"), todo("c"), todo("d", "in_progress")], "Entries 0, 2 are all in_progress"],
    [[todo("  ")], "todos[0].content is empty"],
    [[{ content: "b", status: 7, priority: "low" }], "/todos/0/status"],
    [[{ content: "b", status: "pending" }], "priority"],
    ["b", "Invalid arguments"],
    [Array.from({ length: 201 }, () => todo("b")), "Invalid arguments"],
  ];
  for (const [todos, reason] of refused) {
    const result = await write(todos);
    expect(result.isError).toBe(true);
    expect(result.text).toContain(reason);
    expect(list()).toEqual([todo("a")] as never);
  }
});
