import type { McpServerEntry, StdioServerEntry } from "../config/types.ts";
import { Fault, messageOf } from "../output/fault.ts";
import { texts } from "./texts.ts";

export const MCP_CODES = [
  "server_not_started",
  "server_not_running",
  "server_timeout",
  "server_stopped",
  "server_failed",
  "server_died",
  "call_timeout",
  "call_refused",
  "pattern_unusable",
] as const;
export type McpCode = (typeof MCP_CODES)[number];

/** Codes of this room's diagnostics. */
export const MCP_NOTICES = [
  "tool_set_aside",
  "tool_mended",
  "duplicate_tools",
  "cursor_repeated",
  "cursor_unusable",
  "list_cut",
  "list_malformed",
  "stray_output",
  "mcp_list_cached",
  "mcp_list_missing",
] as const;
export type McpNotice = (typeof MCP_NOTICES)[number];

/** The faults of this room, one maker per code. */
export const mcpFault = {
  cannotStart: (entry: StdioServerEntry, cause: unknown): Fault<McpCode> =>
    new Fault("server_not_started", {
      what: texts.cannotStart(entry.command, entry.cwd, reasonOf(cause)),
      where: entry.name,
      hint: texts.cannotStartHint(entry.where),
      cause,
    }),
  notRunning: (server: string): Fault<McpCode> =>
    new Fault("server_not_running", { what: texts.notRunning, where: server }),
  startTimeout: (entry: McpServerEntry, phase: string, timeoutMs: number): Fault<McpCode> =>
    new Fault("server_timeout", {
      what: texts.startTimeout(phase, timeoutMs / 1000),
      where: entry.name,
      hint: texts.startTimeoutHint,
    }),
  startStopped: (entry: McpServerEntry, phase: string): Fault<McpCode> =>
    new Fault("server_stopped", { what: texts.startStopped(phase), where: entry.name }),
  failed: (entry: McpServerEntry, phase: string, reason: string, data?: Fault["data"]): Fault<McpCode> =>
    new Fault("server_failed", { what: texts.failed(phase, reason), where: entry.name, data }),
  died: (server: string, exit: string, stderr: readonly string[]): Fault<McpCode> =>
    new Fault("server_died", { what: texts.died(exit, stderr), where: server, data: { stderr } }),
  patternUnusable: (pattern: string, cause: unknown): Fault<McpCode> =>
    new Fault("pattern_unusable", { what: texts.patternUnusable(pattern, messageOf(cause)), cause }),
  callTimeout: (server: string, tool: string, milliseconds: number): Fault<McpCode> =>
    new Fault("call_timeout", { what: texts.callTimeout(tool, milliseconds / 1000), where: server }),
  callRefused: (server: string, tool: string, reason: string, code?: number): Fault<McpCode> =>
    new Fault("call_refused", { what: texts.callRefused(tool, reason, code), where: server, data: { code } }),
};

function reasonOf(cause: unknown): string {
  const code = (cause as { code?: unknown }).code;
  return code === "ENOENT" ? texts.noSuchProgram : messageOf(cause);
}
