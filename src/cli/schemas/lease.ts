import { Type } from "@sinclair/typebox";
import { closedObject, listOf } from "../../config/schema-parts.ts";
import type { AssetUrl, DescribedTool, ListedTool, TempUrl } from "../../mcode-tools/connector/types.ts";
import { Count, documentOf, type Fits, oneOf } from "./parts.ts";

const STATUSES = [
  "anonymous",
  "authorizing",
  "authenticated",
  "refreshing",
  "scope_upgrade_required",
  "logging_out",
  "logout_pending",
  "expired",
  "error",
] as const;

const status = {
  status: oneOf(STATUSES),
  generation: Count,
  expiresAtMs: Type.Optional(Type.Integer({ description: "Milliseconds since the epoch" })),
};

/** `lease status --json` (70-mcode-tools). */
export const LeaseStatusSchema = documentOf(status);

/** `lease env --json`. */
export const LeaseEnvSchema = documentOf({ environment: Type.Record(Type.String(), Type.String()) });

/** `mcode-tools auth status`; like all answers of that command without a version. */
export const AuthStatusSchema = closedObject({
  auth_mode: oneOf(["shared-broker", "none", "env", "file", "command", "oauth"]),
  ...status,
});

const listed = { tool_name: Type.String(), description: Type.String() };
const JsonSchema = Type.Record(Type.String(), Type.Unknown());

/** `mcode-tools connector tools`. */
export const ConnectorToolsSchema = listOf(closedObject(listed));

/** `mcode-tools connector tool NAME`. */
export const ConnectorToolSchema = closedObject({
  ...listed,
  input_schema: JsonSchema,
  output_schema: Type.Optional(JsonSchema),
});

/** `mcode-tools get-asset-url NODE_ID`. */
export const AssetUrlSchema = closedObject({ node_id: Type.String(), download_url: Type.String() });

/** `mcode-tools upload-temp-url FILE`. */
export const TempUrlSchema = closedObject({ temp_url: Type.String() });

export type Checked = [
  Fits<readonly ListedTool[], typeof ConnectorToolsSchema>,
  Fits<DescribedTool, typeof ConnectorToolSchema>,
  Fits<AssetUrl, typeof AssetUrlSchema>,
  Fits<TempUrl, typeof TempUrlSchema>,
];
