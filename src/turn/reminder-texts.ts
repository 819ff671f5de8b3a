import type { Todo } from "../tools/todowrite/todo-lists.ts";
import type { LostTask } from "./session/transcript.ts";

/** Texts that are put before the user's own, or said in the user's place. */
export const reminderTexts = {
  reminder: (text: string) => `<system-reminder>\n${text}\n</system-reminder>`,
  server: (name: string, instructions: string) =>
    `The MCP server "${name}" says about its tools:\n${instructions}`,
  planMode: (planFile: string) =>
    [
      `Plan mode is on. Look around and think; change nothing but the plan file ${planFile}: every other write is denied.`,
      "Write the plan there, then call ExitPlanMode: the user decides on it.",
    ].join("\n"),
  planModeOfParent: "Plan mode is on. Look around and think; change nothing: every write is denied.",
  openTodos: (todos: readonly Todo[]) =>
    [
      "The todo list of this session still has open items:",
      ...todos.map(({ content, status }) => `- ${content} (${status})`),
      "Go on with it, or change it where it no longer fits.",
    ].join("\n"),
  lostTasks: (lost: readonly LostTask[]) =>
    [
      "Background tasks of this session's last turn ended with it (lost); the task tools do not know them any more:",
      ...lost.map(({ id, title, file }) =>
        file === undefined ? `- ${id}: ${title}` : `- ${id}: ${title} (what it had printed: ${file})`,
      ),
      "Start again what is still needed.",
    ].join("\n"),
  inbox: (from: string, text: string) => `A message from the session ${from}:\n${text}`,
  goalOpen: (goal: string) =>
    `The goal is not completed yet: ${goal}\nGo on. When all of it is done, call goal_complete; if it cannot be done, say why and call goal_complete.`,
};
