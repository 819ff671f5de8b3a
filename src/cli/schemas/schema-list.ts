import { Type } from "@sinclair/typebox";
import { closedObject, listOf } from "../../config/schema-parts.ts";
import { documentOf } from "./parts.ts";

/** `schema --json`. */
export const SchemaListSchema = documentOf({
  schemas: listOf(closedObject({ name: Type.String(), about: Type.String() })),
});
