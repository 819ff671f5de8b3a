import type { Host } from "../../src/config/host.ts";
import type { ConnectorsConfig } from "../../src/config/types.ts";
import { judgedCalls } from "../../src/mcode-tools/connector/connections.ts";
import type { McodeToolsHost } from "../../src/mcode-tools/host/options.ts";
import { startMcodeToolsHost } from "../../src/mcode-tools/host/start.ts";
import type { ConnectorCalls, ConnectorTool } from "../../src/mcode-tools/types.ts";
import type { Diagnostic } from "../../src/output/diagnostic.ts";
import { SecretMask } from "../../src/output/secrets.ts";
import { createPathGuard } from "../../src/permissions/path-guard.ts";
import { testHost } from "../support/cli.ts";

export const NO_AUTH: ConnectorsConfig = {
  servers: {},
  auth: { none: true },
  lease: false,
  region: "en",
  extraHeaders: {},
};

export interface Hosting extends AsyncDisposable {
  readonly hosted: McodeToolsHost;
  readonly told: readonly Diagnostic[];
  readonly mask: SecretMask;
}

export interface HostingOptions {
  readonly home: string;
  readonly settings?: Partial<ConnectorsConfig>;
  readonly connectors?: ConnectorCalls;
  readonly enabled?: boolean;
  readonly env?: Host["env"];
  readonly host?: Partial<Host>;
}

/** A host around nothing but a data folder; `await using` ends it. */
export async function hosting(options: HostingOptions): Promise<Hosting> {
  const { home } = options;
  const told: Diagnostic[] = [];
  const mask = new SecretMask();
  const env = { PATH: process.env.PATH, ...options.env };
  const hosted = await startMcodeToolsHost({
    host: testHost({ cwd: home, home, env, ...options.host }),
    dataDir: `${home}/data`,
    enabled: options.enabled ?? true,
    settings: { ...NO_AUTH, ...options.settings },
    helperEnvironment: { PATH: process.env.PATH },
    mask,
    connectors: options.connectors ?? allowed([], home),
    notify: (diagnostic) => told.push(diagnostic),
  });
  return { hosted, told, mask, [Symbol.asyncDispose]: () => hosted.close() };
}

/** Connector calls that every rule allows. */
export function allowed(tools: readonly ConnectorTool[], workspace: string): ConnectorCalls {
  const places = { workspace, home: workspace, dataDir: `${workspace}/data`, platform: process.platform };
  const paths = createPathGuard({ places, mode: "full" });
  return judgedCalls({
    tools: async () => tools,
    path: { before: [], permit: async () => ({ allowed: true, paths }), after: [], gates: [], names: [] },
    ctx: { sessionId: "s", turnId: "t" },
  });
}
