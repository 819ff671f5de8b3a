import { Type } from "@sinclair/typebox";
import { closedObject, listOf } from "../../config/schema-parts.ts";
import { Count, documentOf } from "./parts.ts";

/** `fetch-mcode-tools --json` (70-mcode-tools). */
export const FetchMcodeToolsSchema = documentOf({
  package: Type.String(),
  version: Type.String(),
  integrity: Type.String({ description: "SRI of the archive" }),
  cliSha256: Type.String({ description: "Hex" }),
  toolsVersion: Type.String(),
  bytes: closedObject({ compressed: Count, unpacked: Count }),
  from: Type.String({ description: "A path, a URL, or the cache's file" }),
  fromCache: Type.Boolean(),
  folder: Type.String(),
  files: listOf(Type.String()),
});
