import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { documentFlags, type GlobalFlags } from "../global-flags.ts";
import { type PermissionFlags, permissionFlags } from "../permission-flags.ts";
import { type FactFlags, factFlags, type McpFlags, mcpFlags } from "./fact-flags.ts";
import { text } from "./flag-parsers.ts";
import { proposeTools } from "./known-values.ts";
import { type LockedFlags, lockedFlags } from "./locked.ts";
import { extensionFlag } from "./own-extensions.ts";

export interface CallFlags
  extends GlobalFlags,
    McpFlags,
    PermissionFlags,
    LockedFlags,
    Pick<FactFlags, "agent" | "role"> {
  readonly extension?: readonly string[];
  readonly args?: string;
  readonly argsFile?: string;
  readonly dryRun?: boolean;
  readonly format?: "text" | "json";
}

const optional = { kind: "parsed", parse: text, optional: true } as const;

export const callCommand = buildCommand<CallFlags, [string], CliContext>({
  loader: async () => (await import("./call-run.ts")).runCallCommand,
  parameters: {
    flags: {
      ...documentFlags,
      ...permissionFlags,
      ...mcpFlags,
      ...lockedFlags,
      agent: factFlags.agent,
      role: factFlags.role,
      extension: extensionFlag,
      args: { ...optional, placeholder: "JSON", brief: "Arguments: one JSON object (default: {})" },
      argsFile: { ...optional, placeholder: "FILE", brief: "Arguments from a file, - is stdin" },
      dryRun: {
        kind: "boolean",
        brief: "Print the permission verdict and run nothing",
        optional: true,
        withNegated: false,
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "Catalog name of the tool",
          placeholder: "TOOL",
          parse: text,
          proposeCompletions: proposeTools,
        },
      ],
    },
  },
  docs: {
    brief: "Call one tool of the catalog, as a turn would",
    fullDescription: [
      "Runs one tool of the catalog through argument checks, permission and output gates, and prints what the",
      "model would see. Deferred MCP tools can be called too. You wrote the command, so the permission mode is",
      "full unless --permission says otherwise. An error result is exit 1.",
      "",
      "Examples:",
      `  turnkit call read --args '{"path": "README.md", "limit": 20}'`,
      `  turnkit call grep --args '{"pattern": "todo", "output_mode": "content"}' --json`,
      `  echo '{"command": "make test"}' | turnkit call bash --args-file -`,
      `  turnkit call write --args '{"path": "x", "content": ""}' --permission read-only --dry-run`,
    ].join("\n"),
  },
});
