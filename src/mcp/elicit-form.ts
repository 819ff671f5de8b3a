import { isRecord } from "../output/record.ts";
import { elicitTexts as texts } from "./elicit-texts.ts";
import { ELICIT_MAX_CHOICES, ELICIT_MAX_FIELDS } from "./limits.ts";

/** One thing that a server asks for. */
export interface ElicitField {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
  /** What an open answer stands for. */
  readonly default?: unknown;
  /** What may be chosen; absent where anything may be typed. */
  readonly choices?: readonly ElicitChoice[];
  /** Several of the choices. */
  readonly several: boolean;
  /** What is wrong with a value; undefined when nothing is. */
  problem(value: unknown): string | undefined;
  /** The value that a typed text stands for, where there are no choices. */
  read(text: string): unknown;
}

export interface ElicitChoice {
  readonly value: unknown;
  readonly label: string;
}

/** The fields of a form that a server asks with; undefined when it is none that can be shown (MCP: flat, of plain values). */
export function formOf(schema: unknown): readonly ElicitField[] | undefined {
  if (!isRecord(schema)) return undefined;
  const { properties = {}, required } = schema;
  if (!isRecord(properties)) return undefined;
  const entries = Object.entries(properties);
  if (entries.length > ELICIT_MAX_FIELDS) return undefined;
  const needed = Array.isArray(required) ? required : [];
  const fields = entries.map(([key, property]) => fieldOf(key, property, needed.includes(key)));
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

function fieldOf(key: string, property: unknown, required: boolean): ElicitField | undefined {
  if (!isRecord(property)) return undefined;
  const { title, description, type } = property;
  const common = {
    key,
    title: typeof title === "string" && title.trim() !== "" ? title : key,
    ...(typeof description === "string" ? { description } : {}),
    required,
    ...("default" in property ? { default: property.default } : {}),
  };
  const choices = choicesOf(property);
  if (choices !== undefined) {
    if (choices.length === 0 || choices.length > ELICIT_MAX_CHOICES) return undefined;
    const several = type === "array";
    return {
      ...common,
      choices,
      several,
      read: (text) => text,
      problem: (value) => wrongCount(property, value),
    };
  }
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) return undefined;
  return { ...common, several: false, read: kind.read, problem: (value) => kind.problem(property, value) };
}

type Property = Readonly<Record<string, unknown>>;

function choicesOf(property: Property): readonly ElicitChoice[] | undefined {
  const { type, items } = property;
  if (type === "boolean") return BOOLEANS;
  if (type === "array") return isRecord(items) ? listed(items) : undefined;
  return type === "string" || type === undefined ? listed(property) : undefined;
}

const BOOLEANS: readonly ElicitChoice[] = [
  { value: true, label: texts.yes },
  { value: false, label: texts.no },
];

/** Choices as a list of values, with names beside them, or as constants with titles. */
function listed({ enum: values, enumNames, oneOf, anyOf }: Property): readonly ElicitChoice[] | undefined {
  if (Array.isArray(values)) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value, at) => ({ value, label: labelOf(names[at], value) }));
  }
  const constants = Array.isArray(oneOf) ? oneOf : anyOf;
  if (!Array.isArray(constants)) return undefined;
  return constants
    .filter(isRecord)
    .filter((one) => "const" in one)
    .map(({ const: value, title }) => ({ value, label: labelOf(title, value) }));
}

function labelOf(name: unknown, value: unknown): string {
  return typeof name === "string" && name.trim() !== "" ? name : String(value);
}

interface Kind {
  read(text: string): unknown;
  problem(property: Property, value: unknown): string | undefined;
}

const asNumber = (text: string): unknown => (text.trim() === "" ? Number.NaN : Number(text));

const KINDS: Readonly<Record<string, Kind>> = {
  string: { read: (text) => text, problem: wrongText },
  number: { read: asNumber, problem: wrongNumber },
  integer: {
    read: asNumber,
    problem: (property, value) =>
      Number.isSafeInteger(value) ? wrongNumber(property, value) : texts.noInteger,
  },
};

function wrongText({ minLength, maxLength, format }: Property, value: unknown): string | undefined {
  if (typeof value !== "string") return texts.noText;
  const { length } = Array.from(value);
  if (typeof minLength === "number" && length < minLength) return texts.tooShort(minLength);
  if (typeof maxLength === "number" && length > maxLength) return texts.tooLong(maxLength);
  const fits = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return fits === undefined || fits(value) ? undefined : texts.wrongFormat(String(format));
}

/** The formats that MCP names for forms. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/u.test(text),
  uri: (text) => URL.canParse(text),
  date: isDate,
  "date-time": (text) => {
    const [day = "", time] = text.split(/[Tt ]/u, 2);
    return isDate(day) && time !== undefined && Number.isFinite(Date.parse(text));
  },
};

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text);
}

function wrongNumber({ minimum, maximum }: Property, value: unknown): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return texts.noNumber;
  if (typeof minimum === "number" && value < minimum) return texts.tooSmall(minimum);
  if (typeof maximum === "number" && value > maximum) return texts.tooBig(maximum);
  return undefined;
}

function wrongCount({ minItems, maxItems }: Property, value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (typeof minItems === "number" && value.length < minItems) return texts.tooFew(minItems);
  if (typeof maxItems === "number" && value.length > maxItems) return texts.tooMany(maxItems);
  return undefined;
}
