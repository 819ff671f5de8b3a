import { childEnvironments } from "../../config/child-environment.ts";
import { credentialNames } from "../../config/environment-names.ts";
import { type Environment, type Host, onTerminal } from "../../config/host.ts";
import { loadConnectorServers } from "../../config/mcp-servers.ts";
import {
  connectorFacts,
  judgedCalls,
  type OpenConnectors,
  openConnectors,
} from "../../mcode-tools/connector/connections.ts";
import type { ConnectorCalls, ConnectorTool } from "../../mcode-tools/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { SecretMask } from "../../output/secrets.ts";
import { createPermissionEngine } from "../../permissions/engine.ts";
import { permissionSettings } from "../../permissions/settings.ts";
import { openWorkplace, type Workplace } from "../../turn/workplace.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import type { GlobalFlags } from "../global-flags.ts";
import type { PermissionFlags } from "../permission-flags.ts";
import { NO_ARTIFACTS } from "./no-artifacts.ts";

/** The configured connectors without a turn around them: for `lease exec` and for the CLI by itself. */
export interface ConnectorSetup {
  readonly workplace: Workplace;
  readonly connectors: OpenConnectors;
  readonly calls: ConnectorCalls;
  readonly mask: SecretMask;
  /** For programs that turnkit itself starts. */
  readonly helper: Environment;
  /** Prints a diagnostic, its secrets masked. */
  notify(diagnostic: Diagnostic): void;
}

export interface SetupRequest {
  readonly host: Host;
  readonly flags: GlobalFlags & PermissionFlags;
  readonly signal?: AbortSignal;
}

/**
 * Reads the configuration and starts the connector servers. Calls are judged as tool calls in mode `full` unless
 * the flags say otherwise: the user wrote the command. The caller must close `connectors`.
 */
export async function openConnectorSetup({ host, flags, signal }: SetupRequest): Promise<ConnectorSetup> {
  const workplace = await openWorkplace(host, { ...flags, noMcp: true });
  const { loaded, workspace } = workplace;
  const permission = permissionSettings({
    flags,
    config: loaded.config.permissions,
    where: loaded.where,
    onTerminal: onTerminal(host),
    command: "lease exec",
  });
  const servers = loadConnectorServers(host, loaded, { workspace });
  const mask = new SecretMask();
  for (const { name, value } of servers.secrets) mask.add(name, value);
  const notify = (diagnostic: Diagnostic): void => writeDiagnostics(host, [mask.maskDeep(diagnostic)], flags);
  for (const diagnostic of [...loaded.diagnostics, ...servers.diagnostics]) notify(diagnostic);
  const { helper } = childEnvironments(host, {
    ...loaded.config.tools.bash,
    credentials: credentialNames(loaded.config),
  });
  const connectors = openConnectors({
    servers: servers.servers,
    services: { artifacts: NO_ARTIFACTS, supportsImages: true },
    workspace,
    environment: helper,
    platform: host.platform,
    signal,
    report: notify,
  });
  const calls = callsOf({ host, workplace, connectors }, permission);
  return { workplace, connectors, calls, mask, helper, notify };
}

interface CallParts {
  readonly host: Host;
  readonly workplace: Workplace;
  readonly connectors: OpenConnectors;
}

function callsOf(
  { host, workplace, connectors }: CallParts,
  permission: ReturnType<typeof permissionSettings>,
): ConnectorCalls {
  let known: readonly ConnectorTool[] = [];
  const tools = async (): Promise<readonly ConnectorTool[]> => {
    known = await connectors.tools();
    return known;
  };
  const engine = createPermissionEngine({
    places: {
      workspace: workplace.workspace,
      home: host.home,
      dataDir: workplace.dataDir.path,
      platform: host.platform,
      configFile: workplace.loaded.path ?? workplace.dataDir.configFile,
    },
    mode: permission.mode,
    rules: permission.rules,
    toolFacts: (name) => connectorFacts(known, name),
  });
  return judgedCalls({
    tools,
    path: { before: [], permit: engine.gate, after: [], gates: [], names: [] },
    ctx: { sessionId: "lease", turnId: "lease" },
  });
}
