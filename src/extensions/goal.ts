import { texts } from "./texts.ts";
import type { Extension } from "./types.ts";

/** The goal of a session, held by whoever runs it. */
export interface GoalState {
  readonly text: string;
  completed: boolean;
  /** What the model said was done. */
  summary?: string;
}

/** Reminds of the goal while one is set and open. Its tools are not registered here: see `goalTools`. */
export const goalExtension: Extension = {
  id: "goal",
  description: texts.goalDescription,
  init({ turn, registerReminder }) {
    if (turn.main && turn.goal !== undefined) registerReminder(texts.goalReminder(turn.goal));
  },
};
