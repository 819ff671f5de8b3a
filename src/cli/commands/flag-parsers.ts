/** Parsers of flag values; what they throw becomes one line with the flag's name. */

/**
 * A path, a name, a rule: an empty one is what a variable leaves that is not set, and would quietly mean the
 * current folder, or nothing.
 */
export function text(input: string): string {
  if (input.trim() === "") throw new RangeError("Cannot use an empty value");
  return input;
}

/** Words that another program reads, or that are data: an empty one is a word too. */
export const verbatim = (input: string): string => input;

export function positiveInteger(input: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(input)) throw new RangeError(`expected a positive integer, got "${input}"`);
  return Number(input);
}

export function wholeNumber(input: string): number {
  if (!/^[0-9]{1,9}$/.test(input)) throw new RangeError(`expected a whole number, got "${input}"`);
  return Number(input);
}

export function positiveNumber(input: string): number {
  const value = Number(input);
  if (input.trim() === "" || !(value > 0 && Number.isFinite(value))) {
    throw new RangeError(`expected a number over 0, got "${input}"`);
  }
  return value;
}

export function seconds(input: string): number {
  const value = Number(input);
  if (input.trim() === "" || !(value > 0 && value <= 86_400)) {
    throw new RangeError(`expected seconds, 0 to 86400, got "${input}"`);
  }
  return value;
}
