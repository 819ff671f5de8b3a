import { Type } from "@sinclair/typebox";
import { closedObject, listOf } from "../../config/schema-parts.ts";
import { CHECK_STATUSES, type Check } from "../doctor/types.ts";
import { documentOf, type Fits, oneOf } from "./parts.ts";

const CheckSchema = closedObject({
  check: Type.String(),
  status: oneOf(CHECK_STATUSES),
  found: Type.String(),
  fix: Type.Optional(Type.String()),
});

/** `doctor --json`. */
export const DoctorSchema = documentOf({
  version: Type.String(),
  platform: Type.String(),
  checks: listOf(CheckSchema),
});

export type Checked = Fits<Check, typeof CheckSchema>;
