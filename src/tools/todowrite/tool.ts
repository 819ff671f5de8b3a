import { bindTool, toRuntimeTool } from "../../contract/define-tool.ts";
import { textResult } from "../../contract/results.ts";
import type { AnyTool, ToolExecutionContext, ToolImpl, ToolResult } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { LocalServices } from "../services.ts";
import { type TodoWriteInput, todoWriteDefinition } from "./definition.ts";
import { todoFault } from "./errors.ts";
import { todoTexts as texts } from "./texts.ts";
import type { Todo, TodoLists, TodoStatus } from "./todo-lists.ts";

@bindTool(todoWriteDefinition, "builtin")
class TodoWriteTool implements ToolImpl<typeof todoWriteDefinition.schema, ToolExecutionContext> {
  readonly #lists: TodoLists;

  constructor({ todos }: LocalServices) {
    this.#lists = todos;
  }

  execute(ctx: ToolExecutionContext, input: TodoWriteInput): Promise<ToolResult> {
    return orFaultResult("todowrite", async () => {
      const { todos } = input;
      refuseEmpty(todos);
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

function refuseEmpty(todos: readonly Todo[]): void {
  const index = todos.findIndex(({ content }) => content.trim() === "");
  if (index !== -1) throw todoFault.emptyContent(index);
}

function refuseManyInProgress(todos: readonly Todo[]): void {
  const indices = todos.flatMap(({ status }, index) => (status === "in_progress" ? [index] : []));
  if (indices.length > 1) throw todoFault.manyInProgress(indices);
}
