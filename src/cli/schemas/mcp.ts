import { Type } from "@sinclair/typebox";
import { RawMcpServerSchema } from "../../config/mcp-schema.ts";
import { closedObject, dictionary, listOf } from "../../config/schema-parts.ts";
import { Diagnostics, documentOf, oneOf } from "./parts.ts";

/** mcp.json; other programs may keep keys of their own in it. */
export const McpFileSchema = Type.Object({
  mcpServers: Type.Optional(
    dictionary({ ...RawMcpServerSchema, additionalProperties: true }, { description: "Servers by name" }),
  ),
});

const common = {
  name: Type.String(),
  timeoutMs: Type.Optional(Type.Integer()),
  trustAnnotations: Type.Boolean(),
  where: Type.String({ description: "file:line:column of the entry" }),
};

/** `mcp list --json`. */
export const McpListSchema = documentOf({
  servers: listOf(
    Type.Union([
      closedObject({
        transport: Type.Literal("stdio"),
        command: Type.String(),
        args: listOf(Type.String()),
        env: listOf(Type.String(), { description: "Names only" }),
        cwd: Type.Optional(Type.String()),
        ...common,
      }),
      closedObject({
        transport: oneOf(["http", "sse"]),
        url: Type.String(),
        headers: listOf(Type.String(), { description: "Names only" }),
        ...common,
      }),
    ]),
  ),
  diagnostics: Diagnostics,
});

const changed = { file: Type.String(), name: Type.String() };

/** `mcp add --json`. */
export const McpAddSchema = documentOf({ ...changed, replaced: Type.Boolean() });

/** `mcp remove --json`. */
export const McpRemoveSchema = documentOf(changed);

/** `mcp import --json`. */
export const McpImportSchema = documentOf({
  file: Type.String(),
  servers: listOf(
    closedObject({
      name: Type.String(),
      outcome: oneOf(["added", "replaced", "skipped"]),
      notes: listOf(Type.String()),
    }),
  ),
});
