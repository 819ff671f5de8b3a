/** What models get wrong about the shape of arguments; never about their content. */
export interface MendRules {
  /** For each parameter, other names that models know it by. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Parameters whose value may come as digits in a string. */
  readonly integers?: readonly string[];
  /** Parameters whose value may come as "true" or "false". */
  readonly booleans?: readonly string[];
  /** Parameters whose value may come as a number: `3` for "3". */
  readonly strings?: readonly string[];
  /** Optional parameters: `null` and, for these only, the empty string mean that they are absent. */
  readonly optional?: readonly string[];
}

/**
 * Mends the shape of a call's arguments before validation: a whole JSON object that came as a string, other
 * names of a parameter, numbers and booleans in quotes, `null` for "absent". Text that is to be found or
 * written is never touched. What cannot be mended comes back as it is, and validation tells about it.
 */
export function mendArguments(raw: unknown, rules: MendRules): unknown {
  const given = typeof raw === "string" ? parsedObject(raw) : raw;
  if (!isRecord(given)) return raw;
  const mended = new Map(Object.entries(given));
  for (const [name, aliases] of Object.entries(rules.aliases ?? {})) rename(mended, name, aliases);
  for (const name of rules.optional ?? []) {
    if (mended.get(name) === null || mended.get(name) === "") mended.delete(name);
  }
  for (const name of rules.integers ?? []) mendValue(mended, name, integerIn);
  for (const name of rules.booleans ?? []) mendValue(mended, name, booleanIn);
  for (const name of rules.strings ?? []) {
    const value = mended.get(name);
    if (typeof value === "number") mended.set(name, String(value));
  }
  return Object.fromEntries(mended);
}

/** Only when the right name is absent and exactly one other name is there: two values would be a guess. */
function rename(mended: Map<string, unknown>, name: string, aliases: readonly string[]): void {
  if (mended.has(name)) return;
  const present = aliases.filter((alias) => mended.has(alias));
  const [alias] = present;
  if (alias === undefined || present.length !== 1) return;
  mended.set(name, mended.get(alias));
  mended.delete(alias);
}

function mendValue(mended: Map<string, unknown>, name: string, mend: (text: string) => unknown): void {
  const value = mended.get(name);
  if (typeof value === "string") mended.set(name, mend(value.trim()) ?? value);
}

function integerIn(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function booleanIn(text: string): boolean | undefined {
  if (/^true$/i.test(text)) return true;
  return /^false$/i.test(text) ? false : undefined;
}

function parsedObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
