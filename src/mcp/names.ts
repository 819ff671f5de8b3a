import { getBuiltinModule } from "node:process";
import { NAME_CUT, NAME_HASH_DIGITS, NAME_MAX } from "./limits.ts";

/**
 * The name under which a model sees a server's tool: `mcp__<server>__<tool>` with every character outside
 * `[A-Za-z0-9_-]` reduced to `_`, and a hash suffix whenever the reduction could meet another name. It
 * depends on nothing but its two arguments (40-mcp); the way back is a table, never parsing.
 */
export function mcpCatalogName(server: string, tool: string): string {
  return reducedName("mcp", server, tool);
}

/** As `mcpCatalogName`, for tools behind the connector broker: `connector__<server>__<tool>`. */
export function connectorCatalogName(server: string, tool: string): string {
  return reducedName("connector", server, tool);
}

function reducedName(prefix: string, server: string, tool: string): string {
  const parts = [server, tool];
  const reduced = parts.map((part) => part.replaceAll(/[^A-Za-z0-9_-]/gu, "_"));
  const whole = `${prefix}__${reduced.join("__")}`;
  const ambiguous = parts.some(
    (part, index) =>
      part !== reduced[index] || part.includes("__") || part.startsWith("_") || part.endsWith("_"),
  );
  if (!ambiguous && whole.length <= NAME_MAX) return whole;
  // Loaded only where a suffix is needed: listing a catalog without MCP must not pay for it.
  const { createHash } = getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(`${server}\0${tool}`).digest("hex").slice(0, NAME_HASH_DIGITS);
  return `${whole.slice(0, NAME_CUT)}_${hash}`;
}
