import { Kind, type TObject } from "@sinclair/typebox";

/**
 * The schema of a tool that takes nothing: what `Type.Object({}, { additionalProperties: false })` makes, without
 * TypeBox's builder, which every listing of tools would load for it.
 */
export function noParameters(): TObject<Record<never, never>> {
  return { [Kind]: "Object", additionalProperties: false, type: "object", properties: {} } as TObject<
    Record<never, never>
  >;
}
