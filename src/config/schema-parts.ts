import {
  type TObject,
  type TProperties,
  type TRecord,
  type TSchema,
  type TString,
  Type,
} from "@sinclair/typebox";

type Options = Record<string, unknown>;

/** A map that knows all its keys. */
export function closedObject<P extends TProperties>(properties: P, options: Options = {}): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A map with keys of the user's own. */
export function dictionary<T extends TSchema>(value: T, options: Options = {}): TRecord<TString, T> {
  return Type.Record(Type.String(), value, options);
}

export function listOf<T extends TSchema>(item: T, options: Options = {}) {
  return Type.Array(item, options);
}

/** Text that is not empty. */
export function text(options: Options = {}): TString {
  return Type.String({ minLength: 1, ...options });
}

/** The name of an environment variable. `expects` is what errors say instead of the pattern. */
export function variableName(options: Options = {}): TString {
  return Type.String({
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    expects: "the name of an environment variable",
    ...options,
  });
}

export function httpUrl(options: Options = {}): TString {
  return Type.String({ pattern: "^https?://[^\\s/]", expects: "an http or https URL", ...options });
}
