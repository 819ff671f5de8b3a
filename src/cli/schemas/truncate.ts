import { Type } from "@sinclair/typebox";
import { closedObject } from "../../config/schema-parts.ts";
import { Count, documentOf, oneOf } from "./parts.ts";

/** `truncate --json` (50-output). */
export const TruncateSchema = documentOf({
  text: Type.String({ description: "Exactly what the model would see" }),
  details: closedObject({
    truncated: Type.Boolean(),
    has_more: Type.Boolean(),
    strategy: oneOf(["prefix_lines", "head_tail_lines"]),
    original_bytes: Count,
    returned_bytes: Count,
    max_bytes: Count,
    next_offset: Type.Optional(Count),
    offset_unit: Type.Optional(oneOf(["line", "match", "file"])),
    artifact: Type.Optional(
      closedObject({
        path: Type.String(),
        sha256: Type.String(),
        bytes: Count,
      }),
    ),
  }),
});
