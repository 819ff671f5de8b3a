import { TODO_PRIORITIES, TODO_STATUSES, type Todo, type TodoStatus } from "./todo-lists.ts";

const MARKS: Readonly<Record<TodoStatus, string>> = {
  pending: "[ ]",
  in_progress: "[>]",
  completed: "[x]",
  cancelled: "[-]",
};

/** Every sentence of the todowrite tool. */
export const todoTexts = {
  description: () =>
    [
      "Replaces the task list of this session with the given one: send the whole list each time, an empty one to clear it.",
      "Use it for work of several steps, so that the user sees where it stands. At most one entry is in_progress; mark " +
        "an entry completed as soon as it is done, and only when it really is.",
    ].join("\n"),
  parameters: {
    todos: "The whole list, in order.",
    content: "What is to be done, in one line.",
    status: `One of ${TODO_STATUSES.join(", ")}.`,
    priority: `One of ${TODO_PRIORITIES.join(", ")}.`,
  },
  emptyContent: (index: number) => `todos[${index}].content is empty. The list was not changed.`,
  manyInProgress: (indices: readonly number[]) =>
    `Entries ${indices.join(", ")} are all in_progress; at most one may be. The list was not changed.`,
  cleared: () => "The task list is empty.",
  list: (todos: readonly Todo[], open: number) =>
    [
      `${todos.length} ${todos.length === 1 ? "task" : "tasks"}, ${open} open:`,
      ...todos.map(
        ({ content, status, priority }) =>
          `${MARKS[status]} ${oneLine(content)}${priority === "medium" ? "" : ` (${priority})`}`,
      ),
    ].join("\n"),
};

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
