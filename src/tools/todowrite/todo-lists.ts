/** Closed lists; the model sees them in the schema and in every error about them. */
export const TODO_STATUSES = ["pending", "in_progress", "completed", "cancelled"] as const;
export const TODO_PRIORITIES = ["high", "medium", "low"] as const;

export type TodoStatus = (typeof TODO_STATUSES)[number];
export type TodoPriority = (typeof TODO_PRIORITIES)[number];

export interface Todo {
  readonly content: string;
  readonly status: TodoStatus;
  readonly priority: TodoPriority;
}

/** The current list of each session; whoever resumes a session puts its last list back. */
export class TodoLists {
  readonly #lists = new Map<string, readonly Todo[]>();

  /** Empty for a session that has none. */
  get(sessionId: string): readonly Todo[] {
    return this.#lists.get(sessionId) ?? [];
  }

  replace(sessionId: string, todos: readonly Todo[]): void {
    this.#lists.set(sessionId, todos);
  }
}
