import type { CallOutcome } from "../contract/call-path.ts";
import type { AnyTool } from "../contract/tool.ts";

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

export type Region = "cn" | "en";

/** Where the broker's tokens come from (`connectors.auth`). */
export type TokenSettings =
  | { readonly kind: "none" }
  | { readonly kind: "env"; readonly variable: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly argv: readonly string[] }
  | { readonly kind: "oauth"; readonly issuer: string; readonly clientId: string };

/** `connectors` of config.yaml without its servers, after parsing. */
export interface ConnectorSettings {
  readonly auth: TokenSettings;
  /** Answer `lease` although no verified cli.mjs is installed. */
  readonly lease: boolean;
  readonly region: Region;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly assets?: AssetTarget;
}

/** What `get-asset-url` and `upload-temp-url` speak to. */
export type AssetTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "folder"; readonly path: string };

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
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

export interface ConnectorCall {
  readonly tool: AnyTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}
