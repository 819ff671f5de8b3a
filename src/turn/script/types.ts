import type { ModelFacts } from "../../contract/model.ts";
import type { Expected } from "../types.ts";

/** A turn script as written, checked: every reference leads somewhere, every pattern compiles (60-turn). */
export interface TurnScript {
  readonly file: string;
  readonly model: ModelFacts;
  /** A foreground command that runs long may become a background task, as with a live model. */
  readonly handOver: boolean;
  readonly steps: readonly ScriptStep[];
}

/** One assistant message; its calls form one batch. */
export interface ScriptStep {
  readonly say: string;
  readonly calls: readonly ScriptCall[];
  readonly expect: readonly ScriptExpectation[];
}

export interface ScriptCall {
  readonly tool: string;
  /** Texts in it may hold `${workspace}` and `${result.S.C}`. Anything but an object is a wrong call, as from a model. */
  readonly args: unknown;
}

export interface ScriptExpectation {
  readonly call: number;
  readonly expected: Expected;
}
