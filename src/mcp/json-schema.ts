import type { ErrorObject, ValidateFunction } from "ajv";
import type { ArgumentIssue } from "../contract/arguments.ts";
import { SCHEMA_MAX_CHARS } from "./limits.ts";

type Schema = Readonly<Record<string, unknown>>;
export type SchemaCheck = (value: unknown) => readonly ArgumentIssue[];

const checks = new WeakMap<Schema, Promise<SchemaCheck>>();

/**
 * A checker for a schema that somebody else wrote (JSON Schema 2020-12, or draft-07 where `$schema` says so).
 * Formats are hints, unknown keywords are ignored, patterns run in linear time. A schema that cannot be
 * compiled judges nothing: the server judges for itself. Never throws, recursion included.
 */
export function schemaCheck(schema: Schema): Promise<SchemaCheck> {
  let check = checks.get(schema);
  if (check === undefined) {
    check = compile(schema).catch(() => () => []);
    checks.set(schema, check);
  }
  return check;
}

async function compile(schema: Schema): Promise<SchemaCheck> {
  const size = JSON.stringify(schema).length;
  if (size > SCHEMA_MAX_CHARS) return () => [];
  const validate: ValidateFunction = (await loadAjv(isDraft7(schema))).compile({ ...schema });
  return (value) => {
    try {
      return validate(value) === true ? [] : distinct(validate.errors ?? []);
    } catch {
      // A value nested deeper than the stack: the server's business too.
      return [];
    }
  };
}

async function loadAjv(draft7: boolean) {
  const [{ Ajv }, { Ajv2020 }, { RE2JS }] = await Promise.all([
    import("ajv"),
    import("ajv/dist/2020.js"),
    import("re2js"),
  ]);
  const linear = Object.assign((pattern: string) => linearPattern(RE2JS, pattern), { code: "linearPattern" });
  const options = {
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    logger: false,
    code: { regExp: linear },
  } as const;
  return draft7 ? new Ajv(options) : new Ajv2020(options);
}

/** Patterns come from a server and meet text of a model; what the linear engine cannot do is not judged. */
function linearPattern(
  engine: typeof import("re2js").RE2JS,
  pattern: string,
): { test(text: string): boolean } {
  try {
    const compiled = engine.compile(pattern);
    return { test: (text) => compiled.matcher(text).find() };
  } catch {
    return { test: () => true };
  }
}

function isDraft7(schema: Schema): boolean {
  return typeof schema.$schema === "string" && /draft-0[467]/.test(schema.$schema);
}

/** One issue per place and message; `anyOf` otherwise repeats itself. */
function distinct(errors: readonly ErrorObject[]): ArgumentIssue[] {
  const found = new Map<string, ArgumentIssue>();
  for (const error of errors) {
    const issue = {
      path: error.instancePath === "" ? "(root)" : error.instancePath,
      message: wordsOf(error),
    };
    found.set(`${issue.path}\n${issue.message}`, issue);
  }
  return [...found.values()];
}

function wordsOf({ keyword, message, params }: ErrorObject): string {
  const words = message ?? keyword;
  if (keyword === "enum") return `${words}: ${JSON.stringify(params.allowedValues).slice(0, 300)}`;
  if (keyword === "additionalProperties") return `${words}: ${JSON.stringify(params.additionalProperty)}`;
  return words;
}
