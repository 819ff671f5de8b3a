import type { PathGuard } from "./path-guard.ts";
import type { AnyTool, ToolExecutionContext } from "./tool.ts";

/** The context of a call that has passed the permission gate. Tools that touch files need this one. */
export interface GatedContext extends ToolExecutionContext {
  readonly paths: PathGuard;
}

export interface PermissionRequest {
  readonly tool: AnyTool;
  /** Catalog name; for `mcp_invoke` the name of the tool it names. */
  readonly name: string;
  readonly input: unknown;
  readonly ctx: ToolExecutionContext;
  readonly signal?: AbortSignal;
}

export type PermissionAnswer =
  | { readonly allowed: true; readonly paths: PathGuard }
  | {
      readonly allowed: false;
      /** What said no, for programs: `mode:read-only`, `rule:deny bash(rm*)`, `protected-path`, `user`. */
      readonly deniedBy: string;
      /** One sentence for the model with the rule or mode that said no. */
      readonly reason: string;
    };

/** Decides on one call; may ask the user. Must not throw: what cannot be decided is a denial. */
export type PermissionGate = (request: PermissionRequest) => Promise<PermissionAnswer>;
