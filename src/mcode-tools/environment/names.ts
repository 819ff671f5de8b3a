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

/** The runtime's own, as in bash's environment (20-local-tools); `*` ends a prefix. */
const RUNTIME_OWN = [
  "__MAVIS_PARENT_*",
  "__MAVIS_RUNTIME_*",
  "MAVIS_ACCESS_TOKEN",
  "MAVIS_DATA_DIR",
  "MINIMAX_DATA_DIR",
  "MAVIS_PORT",
  "MAVIS_PROFILE",
  "BUN_BE_BUN",
  "BUN_OPTIONS",
  "BUN_INSPECT*",
] as const;

const CLEARED = [`${PREFIX}*`, ...RUNTIME_OWN, ...CHILD_VARIABLES];

/** Whether a variable is taken out of the artifact's environment, in any letter case. */
export function isCleared(name: string): boolean {
  const upper = name.toUpperCase();
  return CLEARED.some((one) => (one.endsWith("*") ? upper.startsWith(one.slice(0, -1)) : upper === one));
}
