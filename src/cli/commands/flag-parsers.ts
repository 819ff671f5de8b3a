/** Parsers of flag values; what they throw becomes one line with the flag's name. */

export const text = (input: string): string => input;

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
