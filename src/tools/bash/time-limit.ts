import {
  BACKGROUND_TIMEOUT_S,
  DEFAULT_TIMEOUT_S,
  MAX_BACKGROUND_TIMEOUT_S,
  MAX_TIMEOUT_S,
  TASKS_TIMEOUT_S,
} from "./limits.ts";

export interface TimeLimit {
  readonly seconds: number;
  /** What was asked for, when it was over the limit. */
  readonly clampedFrom?: number;
}

/** How long a command may run (20-local-tools); values above the maximum are clamped. */
export function timeLimit(
  asked: number | undefined,
  where: { readonly background: boolean; readonly tasks: boolean },
): TimeLimit {
  const [usual, most] = bounds(where);
  const wanted = asked ?? usual;
  return wanted <= most ? { seconds: wanted } : { seconds: most, clampedFrom: wanted };
}

function bounds({ background, tasks }: { background: boolean; tasks: boolean }): [number, number] {
  if (background) return [BACKGROUND_TIMEOUT_S, MAX_BACKGROUND_TIMEOUT_S];
  return tasks ? [TASKS_TIMEOUT_S, TASKS_TIMEOUT_S] : [DEFAULT_TIMEOUT_S, MAX_TIMEOUT_S];
}
