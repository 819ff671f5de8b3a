import { taskTitle } from "../../tools/tasks/title.ts";
import type { StoredLine } from "./line-shape.ts";
import type { LostTask } from "./transcript.ts";

/** What starts a background task. */
const STARTERS: readonly unknown[] = ["bash", "task"];
/** States in which a task goes on. */
const GOING_ON: readonly unknown[] = ["queued", "running", "stopping"];

/** The tasks that may still run after a result: one more where it started one, one less where it tells of an end. */
export function tasksAfter(running: readonly LostTask[], line: StoredLine): readonly LostTask[] {
  const details = recordOf(line.details);
  const { task_id: id } = details;
  if (Array.isArray(details.tasks)) return details.tasks.reduce(withoutEnded, running);
  if (typeof id !== "string") return running;
  const starts = STARTERS.includes(line.tool) && line.isError !== true && details.stop_reason === undefined;
  if (starts || details.status === "activated") {
    return [...withoutTask(running, id), { id, title: titleOf(recordOf(line.args)) }];
  }
  return withoutEnded(running, { id, state: details.state });
}

function withoutEnded(running: readonly LostTask[], told: unknown): readonly LostTask[] {
  const { id, state } = recordOf(told);
  return state === undefined || GOING_ON.includes(state) ? running : withoutTask(running, id);
}

function withoutTask(running: readonly LostTask[], id: unknown): readonly LostTask[] {
  return running.filter((task) => task.id !== id);
}

/** One entry of `lost` in the end of a turn; nothing where it is no such entry. */
export function lostTask(value: unknown): LostTask[] {
  const { id, title, file } = recordOf(value);
  if (typeof id !== "string" || typeof title !== "string") return [];
  return [{ id, title, ...(typeof file === "string" ? { file } : {}) }];
}

function titleOf({ description, command, content }: StoredLine): string {
  return taskTitle([description, command, content].find((text) => typeof text === "string") ?? "");
}

function recordOf(value: unknown): StoredLine {
  return typeof value === "object" && value !== null ? (value as StoredLine) : {};
}
