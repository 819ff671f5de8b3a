import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { closedObject, listOf } from "../../config/schema-parts.ts";

/** A whole JSON document of a command. */
export function documentOf<P extends TProperties>(properties: P) {
  return closedObject({ schemaVersion: Type.Literal(1), ...properties });
}

/** One of some words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return Type.Unsafe<T[number]>({ type: "string", enum: words });
}

export const Count = Type.Integer({ minimum: 0 });

export const Diagnostic = closedObject({
  severity: oneOf(["error", "warning", "info"]),
  code: Type.String(),
  message: Type.String(),
  where: Type.Optional(Type.String({ description: "file:line:column, a flag, a variable or a server" })),
});

export const Diagnostics = listOf(Diagnostic);

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Fails to compile when a document that the program makes does not fit its schema. */
export type Fits<Document extends DeepReadonly<Static<S>>, S extends TSchema> = [Document, S];
