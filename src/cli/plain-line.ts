import type { CliContext, RunnableCommand } from "./context.ts";

type Parameters = RunnableCommand["parameters"];
type Flags = NonNullable<Parameters["flags"]>;
type Flag = Flags[string];
type Positional = NonNullable<Parameters["positional"]>;

const NO_PLACES: Positional = { kind: "tuple", parameters: [] };

/** What a command is called with: its flags, then what stands in its places. */
export type CommandArguments = [flags: Record<string, unknown>, ...places: unknown[]];

/**
 * The words behind a command's name, read by the command's own definition where they are what they nearly always
 * are: whole names of flags with the values that these take, and words for its places. Undefined for everything else
 * (short names, negations, whatever is wrong), which stricli reads, and tells what is wrong. It would read
 * these words the same, in the time that an empty program takes.
 */
export async function readPlainLine(
  { flags = {}, positional = NO_PLACES }: Parameters,
  words: readonly string[],
  context: CliContext,
): Promise<CommandArguments | undefined> {
  const sorted = sortWords(flags, words);
  if (sorted === undefined || !fits(positional, sorted.places.length)) return undefined;
  const values: Record<string, unknown> = {};
  try {
    for (const [name, flag] of Object.entries(flags)) {
      const inputs = sorted.flags.get(name);
      if (inputs !== undefined) values[name] = await flagValue(flag, inputs, context);
      else if (!mayBeAbsent(flag)) return undefined;
    }
    return [values, ...(await placeValues(positional, sorted.places, context))];
  } catch {
    // Nothing has happened yet: stricli meets what is wrong again, and tells it.
    return undefined;
  }
}

interface SortedWords {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly places: readonly string[];
}

function sortWords(flags: Flags, words: readonly string[]): SortedWords | undefined {
  const given = new Map<string, string[]>();
  const places: string[] = [];
  const left = [...words].reverse();
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    if (word === "--") {
      places.push(...left.reverse());
      break;
    }
    if (!word.startsWith("-")) {
      places.push(word);
      continue;
    }
    const [typed = "", value] = splitAtEquals(word);
    const name = flagName(typed, flags);
    const flag = name === undefined ? undefined : flags[name];
    if (name === undefined || flag === undefined) return undefined;
    const input = flag.kind === "boolean" ? niladic(value) : (value ?? plainWord(left.pop()));
    const before = given.get(name);
    if (input === undefined || (before !== undefined && !repeatable(flag))) return undefined;
    given.set(name, [...(before ?? []), input]);
  }
  return { flags: given, places };
}

function splitAtEquals(word: string): readonly [string, string?] {
  const at = word.indexOf("=");
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/** The name in the definition of a flag that is typed whole: `--max-bytes`, `--maxBytes`. */
function flagName(typed: string, flags: Flags): string | undefined {
  if (!typed.startsWith("--") || typed.length < 4) return undefined;
  const name = typed.slice(2);
  if (Object.hasOwn(flags, name)) return name;
  const camel = name.replace(/-./g, (found) => found.slice(1).toUpperCase());
  return Object.hasOwn(flags, camel) ? camel : undefined;
}

function niladic(value: string | undefined): string | undefined {
  return value === undefined ? "true" : undefined;
}

function plainWord(word: string | undefined): string | undefined {
  return word?.startsWith("-") ? undefined : word;
}

function repeatable(flag: Flag): boolean {
  return "variadic" in flag && flag.variadic === true;
}

/** @throws whatever the flag does not take */
async function flagValue(flag: Flag, inputs: readonly string[], context: CliContext): Promise<unknown> {
  if (flag.kind === "boolean") return true;
  const values: unknown[] = [];
  for (const input of inputs) {
    if (flag.kind === "enum" && !flag.values.includes(input)) throw new RangeError(flag.brief);
    values.push(flag.kind === "parsed" ? await flag.parse.call(context, input) : input);
  }
  return repeatable(flag) ? values : values[0];
}

/** @throws whatever a place does not take */
async function placeValues(places: Positional, words: readonly string[], context: CliContext) {
  const values: unknown[] = [];
  for (const [at, word] of words.entries()) {
    const place = places.kind === "array" ? places.parameter : places.parameters[at];
    values.push(await place?.parse.call(context, word));
  }
  return values;
}

function fits(places: Positional, count: number): boolean {
  if (places.kind === "array") return count >= (places.minimum ?? 0) && count <= (places.maximum ?? count);
  const needed = places.parameters.filter((place) => !mayBeAbsent(place)).length;
  return count >= needed && count <= places.parameters.length;
}

/** What has a default is not absent, and no plain matter. */
function mayBeAbsent(part: { readonly optional?: boolean; readonly default?: unknown }): boolean {
  return part.optional === true && part.default === undefined;
}
