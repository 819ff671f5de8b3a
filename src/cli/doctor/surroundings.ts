import { userInfo } from "node:os";
import { toolsDisabled } from "../../catalog/facts.ts";
import type { BuiltEnvironments } from "../../config/child-environment.ts";
import { startMcodeToolsHost } from "../../mcode-tools/host/start.ts";
import { SecretMask } from "../../output/secrets.ts";
import { doctorTexts as texts } from "./texts.ts";
import { type Check, type Examined, ok, warning } from "./types.ts";

/** What the environment does to turns. */
export function checkEnvironment({ host }: Examined, environments: BuiltEnvironments): Check[] {
  const { mode, removed, diagnostics } = environments;
  const told = diagnostics.map(({ message }) => warning("environment", message));
  const checks = [...told, ok("environment", texts.environment(mode, removed.length))];
  if (toolsDisabled(host.env)) {
    checks.push(warning("environment", texts.toolsDisabled, texts.toolsDisabledFix));
  }
  if (host.platform === "linux" && userInfo().uid === 0) {
    checks.push(warning("environment", texts.root, texts.rootFix));
  }
  return checks;
}

/** Whether the keys are there that the configured models need; nothing is sent anywhere. */
export function checkModels({ host, loaded }: Examined): Check[] {
  return Object.entries(loaded.config.models).flatMap(([name, { apiKeyEnv }]): Check[] => {
    if (apiKeyEnv === undefined) return [];
    if (host.env[apiKeyEnv]) return [ok("models", texts.keyThere(name, apiKeyEnv))];
    return [warning("models", texts.keyMissing(name, apiKeyEnv), texts.keyFix(apiKeyEnv))];
  });
}

/** Starts the host of mcode-tools as a turn does, and ends it at once. */
export async function checkMcodeTools(
  { host, dataDir, loaded }: Examined,
  environments: BuiltEnvironments,
): Promise<Check> {
  const { beta, connectors } = loaded.config;
  if (!beta.mcodeTools) return ok("mcode-tools", texts.mcodeToolsOff);
  const started = await startMcodeToolsHost({
    host,
    dataDir: dataDir.path,
    enabled: true,
    settings: connectors,
    helperEnvironment: environments.helper,
    mask: new SecretMask(),
    connectors: {
      tools: async () => [],
      run: () => Promise.reject(new Error("There are no connector tools")),
    },
    notify: () => undefined,
  });
  await started.close();
  const { category, reason } = started.readiness;
  if (category === "ready" && reason === undefined) return ok("mcode-tools", category);
  const found = reason === undefined ? category : texts.mcodeToolsReason(category, reason);
  const withConnector = category === "ready" || category === "resource_unavailable";
  return warning("mcode-tools", found, withConnector ? texts.mcodeToolsArtifactFix : texts.mcodeToolsFix);
}
