import { Fault } from "../../output/fault.ts";
import { todoTexts as texts } from "./texts.ts";

export const TODO_CODES = ["empty_content", "many_in_progress"] as const;
export type TodoCode = (typeof TODO_CODES)[number];

/** The faults of a list that is not taken, one maker per code. */
export const todoFault = {
  emptyContent: (index: number) =>
    new Fault<TodoCode>("empty_content", { what: texts.emptyContent(index), data: { index } }),
  manyInProgress: (indices: readonly number[]) =>
    new Fault<TodoCode>("many_in_progress", { what: texts.manyInProgress(indices), data: { indices } }),
};
