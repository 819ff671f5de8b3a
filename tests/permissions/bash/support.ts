import type { PermissionMode } from "../../../src/config/types.ts";
import { createPermissionEngine } from "../../../src/permissions/engine.ts";
import type { PermissionVerdict } from "../../../src/permissions/types.ts";
import { rules } from "../paths/support.ts";

export interface Given {
  readonly mode?: PermissionMode;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly workspace?: string;
  /** The shell that would run the command; bash when absent. */
  readonly shell?: string;
}

/** A function that judges shell commands under the given mode (default `read-only`) and rules. */
export function bashJudge(given: Given): (command: string) => Promise<PermissionVerdict> {
  const workspace = given.workspace ?? "/nonexistent/workspace";
  const engine = createPermissionEngine({
    places: {
      workspace,
      home: "/nonexistent/home",
      dataDir: "/nonexistent/home/.minimax",
      platform: process.platform,
    },
    mode: given.mode ?? "read-only",
    rules: rules(given),
    shellName: async () => given.shell,
  });
  return (command) => engine.verdict({ name: "bash", input: { command } });
}
