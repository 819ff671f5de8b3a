import { type Static, Type } from "@sinclair/typebox";
import { BOUNDS } from "./limits.ts";
import { closedObject, dictionary, listOf, text } from "./schema-parts.ts";
import type { RawMcpServer } from "./types.ts";

/** One server of mcp.json or of `connectors.servers`, before `${VAR}` expansion (00-product "Files"). */
export const RawMcpServerSchema = closedObject({
  type: Type.Optional(
    Type.Union(
      [Type.Literal("stdio"), Type.Literal("http"), Type.Literal("streamable-http"), Type.Literal("sse")],
      { description: "Absent: stdio with a command, http with a url" },
    ),
  ),
  command: Type.Optional(text({ description: "Program to start" })),
  args: Type.Optional(listOf(Type.String())),
  env: Type.Optional(dictionary(Type.String())),
  cwd: Type.Optional(text({ description: "Absent: the workspace" })),
  url: Type.Optional(text()),
  headers: Type.Optional(dictionary(Type.String())),
  oauth: Type.Optional(
    closedObject(
      {
        clientId: Type.Optional(text()),
        clientSecret: Type.Optional(text()),
        clientMetadataUrl: Type.Optional(text()),
        scope: Type.Optional(text()),
      },
      { description: "Static OAuth facts; absent ones are discovered and registered" },
    ),
  ),
  timeoutMs: Type.Optional(Type.Integer({ ...BOUNDS.timeoutMs, description: "Milliseconds for one call" })),
  trustAnnotations: Type.Optional(
    Type.Boolean({ description: "Let readOnlyHint admit tools to permission mode read-only" }),
  ),
  disabled: Type.Optional(Type.Boolean({ description: "Leave the server out" })),
});

type Fits<A extends B, B> = A;
export type CheckedMcpServer = Fits<Static<typeof RawMcpServerSchema>, RawMcpServer>;
