/**
 * Environment variable that every child of a turn carries. Its value is a list of marks joined by `:`, the
 * outermost turn first, so that a turn inside a command of another turn is still found by the outer sweep.
 */
export const MARK_VARIABLE = "TURNKIT_MARK";

/** Outer marks kept when turns are nested; deeper ones are found through their parents. */
const MAX_NESTED_MARKS = 8;

/** A new mark for a turn: 16 hex characters. */
export function createTurnMark(): string {
  return randomHex(8);
}

/** A mark for one command of the turn: `<turn mark>.<8 hex>`. */
export function createCommandMark(turnMark: string): string {
  return `${turnMark}.${randomHex(4)}`;
}

/** The value of the variable for a child, given the value that this process itself was started with. */
export function markValue(inherited: string | undefined, mark: string): string {
  const outer = inherited === undefined || inherited === "" ? [] : inherited.split(":");
  return [...outer.slice(-MAX_NESTED_MARKS), mark].join(":");
}

/** Whether a variable's value carries a mark: the very one, or that of any command of a turn. */
export function carriesMark(value: string, mark: string): boolean {
  return value.split(":").some((entry) => entry === mark || entry.startsWith(`${mark}.`));
}

/** The global `crypto`: `node:crypto` would cost every start of the program 5 ms. */
function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
}
