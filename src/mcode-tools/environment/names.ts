import { isRuntimeVariable } from "../../config/environment-names.ts";

const PREFIX = "__MAVIS_MCODE_TOOLS_";

/** Variables by which a host is found (70-mcode-tools, "Environment"). */
export const HOST_VARIABLES = {
  executable: `${PREFIX}RUNTIME_EXECUTABLE`,
  brokerEndpoint: `${PREFIX}BROKER_ENDPOINT`,
  capabilityFile: `${PREFIX}BROKER_CAPABILITY_FILE`,
  configDir: `${PREFIX}CONFIG_DIR`,
  region: `${PREFIX}REGION`,
  extraHeaders: `${PREFIX}EXTRA_HEADERS`,
  connectorEndpoint: `${PREFIX}CONNECTOR_ENDPOINT`,
} as const;

/** The four that decide whether a child is hosted; the executable alone is the launcher's override. */
export const DECIDING = [
  HOST_VARIABLES.brokerEndpoint,
  HOST_VARIABLES.capabilityFile,
  HOST_VARIABLES.configDir,
  HOST_VARIABLES.region,
] as const;

/** What the artifact reads; an inherited one must never point it elsewhere. */
export const CHILD_VARIABLES = [
  "MCODE_API_BASE_URL",
  "MCODE_AUTH_BASE_URL",
  "MCODE_CLIENT_ID",
  "MCODE_SCOPE",
  "MCODE_AUTH_PROVIDER",
  "MCODE_AUTH_BROKER_ENDPOINT",
  "MCODE_AUTH_BROKER_CAPABILITY_FILE",
  "MCODE_EXTRA_HEADERS",
  "MCODE_REGION",
  "MCODE_CONFIG_DIR",
  "IS_SANDBOX",
] as const;

const CLEARED: ReadonlySet<string> = new Set(CHILD_VARIABLES);

/** Whether a variable is taken out of the artifact's environment, in any letter case. */
export function isCleared(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.startsWith(PREFIX) || isRuntimeVariable(upper) || CLEARED.has(upper);
}
