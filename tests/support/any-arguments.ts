import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import type { ToolDefinition } from "../../src/contract/tool.ts";

/** What is read of a tool's schema. */
export interface ArgumentSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly items?: ArgumentSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ArgumentWords {
  /** Values by parameter that mean something to the tool. */
  readonly good?: Readonly<Record<string, readonly unknown[]>>;
  /** Parameters that get nothing but the good values: others could do harm. */
  readonly only?: readonly string[];
  /** Whole objects that go together, where the schema cannot say so. */
  readonly whole?: fc.Arbitrary<unknown>;
  /** Of 100 objects, how many reach the tool where calls of it are dear; more than half of them elsewhere. */
  readonly complete?: number;
  /** Objects for which this is false are not tried: their effect would be asked for, and not wanted. */
  readonly harmless?: (value: unknown) => boolean;
}

const ODD_TEXTS = [
  ...["", " ", "a", "(", "*", "../out.txt", "~", "\0", "\ud800", "\u202e", "\r\n", "-n", "--", "true", "10"],
  ...["constructor", "__proto__", "     1→one", "漢字", "$&", "x".repeat(3_000)],
];
const ODD_NUMBERS = [
  ...[0, 1, 2, 3, 10, 100, -1, 0.5, 5_000, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e300],
  ...[Number.NaN, Number.POSITIVE_INFINITY, -0],
];
const ODD_VALUES = [
  null,
  undefined,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 3 },
  1n,
  "{}",
  "[]",
];

const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...ODD_VALUES) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 1 }) },
);

/** Argument objects for a tool: some as its schema asks for, the others such objects with something wrong. */
export function argumentsFor(def: ToolDefinition, words: ArgumentWords): fc.Arbitrary<unknown> {
  const schema = def.schema as ArgumentSchema;
  const byWord = fitting(schema, words);
  const complete = words.whole === undefined ? byWord : fc.oneof(byWord, words.whole);
  const { complete: share, harmless = () => true } = words;
  const wrong = broken(complete, schema);
  return fc
    .oneof(
      { weight: share ?? 50, arbitrary: words.whole ?? byWord },
      { weight: 100 - (share ?? 50), arbitrary: share === undefined ? wrong : wrong.filter(isRefused(def)) },
    )
    .filter(harmless);
}

/** Some objects with something wrong are mended. The validator knows the types of all tools after the first call. */
function isRefused({ schema, prepareArguments = (raw) => raw }: ToolDefinition): (raw: unknown) => boolean {
  return (raw) => !Value.Check(schema, prepareArguments(raw));
}

function fitting(schema: ArgumentSchema, words: ArgumentWords, name = ""): fc.Arbitrary<unknown> {
  const good = words.good?.[name] ?? [];
  if (words.only?.includes(name)) return fc.constantFrom(...good);
  const plain = bySchema(schema, words);
  return good.length === 0 ? plain : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, plain);
}

function bySchema(schema: ArgumentSchema, words: ArgumentWords): fc.Arbitrary<unknown> {
  const { type, enum: choices, properties = {}, required = [], items = {}, minItems, maxItems } = schema;
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") return fc.constantFrom(...ODD_NUMBERS);
  if (type === "array") {
    return fc.array(fitting(items, words), {
      minLength: minItems ?? 0,
      maxLength: Math.min(maxItems ?? 4, 4),
    });
  }
  if (type !== "object") return oddText;
  const values = Object.entries(properties).map(([name, inner]) => {
    const value = fitting(inner, words, name);
    return [name, required.includes(name) ? value : rarely(value)] as const;
  });
  return fc.record(Object.fromEntries(values)).map(withoutAbsent);
}

const ABSENT = Symbol("absent");

function rarely(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(ABSENT) }, { weight: 1, arbitrary: value });
}

function withoutAbsent(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== ABSENT));
}

/** An object with one thing wrong with it, or something else altogether. */
function broken(complete: fc.Arbitrary<unknown>, schema: ArgumentSchema): fc.Arbitrary<unknown> {
  const names = fc.constantFrom(...Object.keys(schema.properties ?? {}), "x", "__proto__", "constructor");
  const spoilt = (spoil: (fields: [string, unknown][], at: number, value: unknown) => [string, unknown][]) =>
    fc.tuple(complete, fc.nat(7), odd).map(([object, at, value]) => {
      const fields = Object.entries(Object(object));
      return Object.fromEntries(spoil(fields, fields.length === 0 ? 0 : at % fields.length, value));
    });
  return fc.oneof(
    {
      weight: 5,
      arbitrary: spoilt((fields, at, value) => fields.map(([n, v], i) => [n, i === at ? value : v])),
    },
    { weight: 2, arbitrary: spoilt((fields, at) => fields.filter((_, index) => index !== at)) },
    {
      weight: 2,
      arbitrary: spoilt((fields, at) => fields.map(([n, v], i) => [i === at ? otherCase(n) : n, v])),
    },
    { weight: 2, arbitrary: fc.tuple(complete, names, odd).map(([o, n, v]) => ({ ...Object(o), [n]: v })) },
    { weight: 1, arbitrary: fc.dictionary(names, odd, { maxKeys: 3 }) },
    { weight: 1, arbitrary: complete.map(asJson) },
    { weight: 1, arbitrary: complete.map((object) => [object]) },
    { weight: 1, arbitrary: odd },
  );
}

/** `file_path` for `filePath` and the other way round. */
function otherCase(name: string): string {
  return name.includes("_")
    ? name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function asJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)) ?? "";
}

/** Every text in a value that is reached by one of these names, also in a JSON text of it. */
export function textsUnder(value: unknown, names: readonly string[]): string[] {
  if (typeof value === "string") return textsUnder(parsed(value), names);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    names.includes(name) && typeof inner === "string" ? [inner] : textsUnder(inner, names),
  );
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
