/**
 * Stands in a word's value for what only running tells (a variable, a glob, a substitution). Commands with
 * control characters are not read at all, so it cannot be typed.
 */
export const HOLE = "\u0002";
/** Behind a `HOLE`: its text may become any number of words, none included (an expansion outside quotes, `"$@"`). */
export const SPLIT = "\u0003";
/** Behind a `HOLE`: digits (`$?`, `$#`); behind a `SPLIT` digits or nothing (`$!`). */
export const COUNT = "\u0005";
/** Behind a `HOLE`: several words with the same start, or none (a glob, braces). */
export const SPREAD = "\u0004";

/** A word with its place in the command, in UTF-16 units. */
export interface ShellWord {
  readonly start: number;
  readonly end: number;
  /** As written, quotes included; what allow rules compare. */
  readonly typed: string;
  /** As the program gets it, `HOLE` for each unknown part; what deny rules compare. */
  readonly value: string;
}

export interface SimpleCommand {
  /** At least one; the first is the command word. */
  readonly words: readonly ShellWord[];
}

export interface Redirect {
  /** Absent from `<&-` and its like. */
  readonly target: ShellWord | undefined;
  readonly kind: "read" | "write" | "duplicate" | "text";
}

export interface Assignment {
  readonly name: string;
  /** `for NAME in …` sets a variable too, but only that. */
  readonly loop: boolean;
  /** The value is digits alone: nothing that the shell could compute. */
  readonly digits: boolean;
}

/** Everything that a command line would run, in whatever it is nested: all of it is judged, in any order. */
export interface ShellScript {
  readonly commands: readonly SimpleCommand[];
  readonly redirects: readonly Redirect[];
  readonly assignments: readonly Assignment[];
  /** Names of functions that it defines. */
  readonly functions: readonly string[];
}

/** Why a command line cannot be read with certainty. */
export class Unreadable extends Error {}
