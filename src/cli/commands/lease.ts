import { buildRouteMap } from "@stricli/core";
import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { documentFlags, type GlobalFlags, type PlainFlags, plainFlags } from "../global-flags.ts";
import { type PermissionFlags, permissionFlags } from "../permission-flags.ts";
import { verbatim } from "./flag-parsers.ts";

export type LeaseExecFlags = PlainFlags & PermissionFlags;

const execCommand = buildCommand<LeaseExecFlags, string[], CliContext>({
  loader: async () => (await import("./lease-exec-run.ts")).runLeaseExec,
  parameters: {
    flags: { ...plainFlags, ...permissionFlags },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        brief: "The command and its arguments",
        placeholder: "CMD",
        parse: verbatim,
      },
    },
  },
  docs: {
    brief: "Run a command that can reach connectors and leases",
    fullDescription: [
      "Starts the lease broker and the connectors of the configuration, runs CMD with mcode-tools on its PATH,",
      "passes its exit code and signals through, and ends everything with it. Connector calls are judged as",
      "tool calls; the default mode is full, because you wrote CMD.",
      "",
      "Examples:",
      "  turnkit lease exec -- mcode-tools connector tools",
      "  turnkit lease exec --deny 'connector__files__*' -- bash -c 'mcode-tools connector tools --keyword search'",
      "  turnkit lease exec --permission read-only -- ./ci-script.sh",
    ].join("\n"),
  },
});

const envCommand = buildCommand<GlobalFlags, [], CliContext>({
  loader: async () => (await import("./lease-inside.ts")).runLeaseEnv,
  parameters: { flags: documentFlags },
  docs: {
    brief: "Inside one: print the lease environment",
    fullDescription:
      "Prints the variables by which a host is found.\n\nExamples:\n  turnkit lease env\n  turnkit lease env --json",
  },
});

const statusCommand = buildCommand<GlobalFlags, [], CliContext>({
  loader: async () => (await import("./lease-inside.ts")).runLeaseStatus,
  parameters: { flags: documentFlags },
  docs: {
    brief: "Inside one: what the lease broker says",
    fullDescription:
      "Asks the broker of the host for its status.\n\nExamples:\n  turnkit lease status\n  turnkit lease status --json",
  },
});

export const leaseRoutes = buildRouteMap({
  routes: { exec: execCommand, env: envCommand, status: statusCommand },
  docs: {
    brief: "Run any command inside a prepared lease environment",
    fullDescription:
      "Run any command inside a prepared lease environment.\n\nExamples:\n  turnkit lease exec -- npm test\n" +
      "  turnkit lease exec -- sh -c 'turnkit lease status'",
  },
});
