import { dirname, isAbsolute } from "node:path";
import type { Environment } from "../../config/host.ts";
import { type CHILD_VARIABLES, DECIDING, HOST_VARIABLES, isCleared } from "./names.ts";

/** What a child knows of its host. */
export interface HostFacts {
  readonly brokerEndpoint: string;
  readonly capabilityFile: string;
  readonly configDir: string;
  readonly region: string;
  readonly extraHeaders?: string;
  /** Absent when the host offers no connectors. */
  readonly connectorEndpoint?: string;
}

export type Hosting =
  | { readonly kind: "standalone" }
  /** Some of the four are missing: an environment that was cut, or a host of another version. */
  | { readonly kind: "incomplete"; readonly missing: readonly string[] }
  | { readonly kind: "hosted"; readonly host: HostFacts };

/** Whether this process was started below a host; an empty variable counts as unset. */
export function hostingOf(env: Environment): Hosting {
  const value = (name: string): string | undefined => (env[name] === "" ? undefined : env[name]);
  const missing = DECIDING.filter((name) => value(name) === undefined);
  if (missing.length === DECIDING.length) return { kind: "standalone" };
  if (missing.length > 0) return { kind: "incomplete", missing };
  const [brokerEndpoint = "", capabilityFile = "", configDir = "", region = ""] = DECIDING.map(value);
  const connectorEndpoint = value(HOST_VARIABLES.connectorEndpoint);
  const extraHeaders = value(HOST_VARIABLES.extraHeaders);
  return {
    kind: "hosted",
    host: {
      brokerEndpoint,
      capabilityFile,
      configDir,
      region,
      ...(extraHeaders === undefined ? {} : { extraHeaders }),
      ...(connectorEndpoint === undefined ? {} : { connectorEndpoint }),
    },
  };
}

/** The data dir of the host: its config dir is `<data dir>/integrations/mcode-tools/<region>`. */
export function dataDirOf(host: HostFacts): string | undefined {
  const dataDir = dirname(dirname(dirname(host.configDir)));
  return isAbsolute(host.configDir) ? dataDir : undefined;
}

/**
 * The environment that the fetched program gets: every variable that could point it elsewhere is cleared, in
 * any letter case, then its own are set from the host's. Without a host they stay cleared.
 */
export function childEnvironment(env: Environment, host: HostFacts | undefined): Environment {
  const kept = Object.entries(env).filter(([name]) => !isCleared(name));
  return { ...Object.fromEntries(kept), ...(host === undefined ? {} : childVariables(host)) };
}

function childVariables(host: HostFacts): Partial<Record<(typeof CHILD_VARIABLES)[number], string>> {
  return {
    MCODE_REGION: host.region,
    MCODE_CONFIG_DIR: host.configDir,
    MCODE_AUTH_PROVIDER: "shared-broker",
    MCODE_AUTH_BROKER_ENDPOINT: host.brokerEndpoint,
    MCODE_AUTH_BROKER_CAPABILITY_FILE: host.capabilityFile,
    ...(host.extraHeaders === undefined ? {} : { MCODE_EXTRA_HEADERS: host.extraHeaders }),
  };
}
