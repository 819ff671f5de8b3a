import type { CallOutcome } from "../contract/call-path.ts";
import type { AnyTool } from "../contract/tool.ts";
import type { ServerTool } from "../mcp/types.ts";

/** Why mcode-tools can or cannot be used in this turn (70-mcode-tools); `turnkit doctor` shows it. */
export type ReadinessCategory =
  | "disabled"
  | "ready"
  | "resource_unavailable"
  | "broker_unavailable"
  | "host_unavailable";

export interface Readiness {
  readonly category: ReadinessCategory;
  /** One sentence for people; absent when there is nothing to say. */
  readonly reason?: string;
}

/**
 * The connector tools of one turn and the way a call of one is made. Whoever assembles the turn hands this
 * in, because permissions are decided at a rank beside this room.
 */
export interface ConnectorCalls {
  /** Tools by their names `connector__…`, filtered by profile and role; asked again for every listing. */
  tools(): Promise<readonly ConnectorTool[]>;
  /**
   * Judges and runs one call as a tool call (rules, mode, lock, transcript). Must not reject: a denial and
   * a failure are outcomes.
   */
  run(call: ConnectorCall): Promise<CallOutcome>;
}

export interface ConnectorTool {
  readonly tool: AnyTool;
  /** The connector server's name in the configuration. */
  readonly server: string;
  /** The tool as its server declares it. */
  readonly serverTool: ServerTool;
  /** Its annotations may admit it to permission mode read-only. */
  readonly trustAnnotations: boolean;
}

export interface ConnectorCall {
  readonly tool: AnyTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}
