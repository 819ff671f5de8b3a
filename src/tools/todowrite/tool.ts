import { bindTool, toRuntimeTool } from "../../contract/define-tool.ts";
import { textResult } from "../../contract/results.ts";
import type { AnyTool, ToolExecutionContext, ToolImpl, ToolResult } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { type TodoWriteInput, todoWriteDefinition } from "./definition.ts";
import { todoFault } from "./errors.ts";
import { todoTexts as texts } from "./texts.ts";
import { TODO_PRIORITIES, TODO_STATUSES, type Todo, type TodoLists, type TodoStatus } from "./todo-lists.ts";

@bindTool(todoWriteDefinition, "builtin")
class TodoWriteTool implements ToolImpl<typeof todoWriteDefinition.schema, ToolExecutionContext> {
  readonly #lists: TodoLists;

  constructor({ todos }: LocalServices) {
    this.#lists = todos;
  }

  execute(ctx: ToolExecutionContext, input: TodoWriteInput): Promise<ToolResult> {
    return orFaultResult("todowrite", async () => {
      const todos = input.todos.map(checkedTodo);
      refuseManyInProgress(todos);
      this.#lists.replace(ctx.sessionId, todos);
      const count = (...statuses: TodoStatus[]) =>
        todos.filter((todo) => statuses.includes(todo.status)).length;
      const active = count("pending", "in_progress");
      const text = todos.length === 0 ? texts.cleared() : texts.list(todos, active);
      return textResult("todowrite", text, {
        details: { todos, active, completed: count("completed"), cancelled: count("cancelled") },
      });
    });
  }
}

export function createTodoWriteTool(services: LocalServices): AnyTool {
  return toRuntimeTool(new TodoWriteTool(services));
}

function checkedTodo({ content, status, priority }: TodoWriteInput["todos"][number], index: number): Todo {
  if (content.trim() === "") throw todoFault.emptyContent(index);
  return {
    content,
    status: known(TODO_STATUSES, { index, key: "status", value: status }),
    priority: known(TODO_PRIORITIES, { index, key: "priority", value: priority }),
  };
}

function known<T extends string>(
  allowed: readonly T[],
  given: { readonly index: number; readonly key: "status" | "priority"; readonly value: string },
): T {
  const found = allowed.find((value) => value === given.value);
  if (found === undefined) throw todoFault.unknownValue({ ...given, allowed });
  return found;
}

function refuseManyInProgress(todos: readonly Todo[]): void {
  const indices = todos.flatMap(({ status }, index) => (status === "in_progress" ? [index] : []));
  if (indices.length > 1) throw todoFault.manyInProgress(indices);
}
