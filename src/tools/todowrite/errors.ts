import { Fault } from "../../output/fault.ts";
import { todoTexts as texts } from "./texts.ts";

export const TODO_CODES = ["unknown_value", "empty_content", "many_in_progress"] as const;
export type TodoCode = (typeof TODO_CODES)[number];

export interface UnknownValue {
  readonly index: number;
  readonly key: "status" | "priority";
  readonly value: string;
  readonly allowed: readonly string[];
}

/** The faults of a list that is not taken, one maker per code. */
export const todoFault = {
  unknownValue: ({ index, key, value, allowed }: UnknownValue) =>
    new Fault<TodoCode>("unknown_value", {
      what: texts.unknownValue(index, key, value.slice(0, 100), allowed),
      data: { index, key, allowed },
    }),
  emptyContent: (index: number) =>
    new Fault<TodoCode>("empty_content", { what: texts.emptyContent(index), data: { index } }),
  manyInProgress: (indices: readonly number[]) =>
    new Fault<TodoCode>("many_in_progress", { what: texts.manyInProgress(indices), data: { indices } }),
};
