import type { Diagnostic } from "../output/diagnostic.ts";
import { runsInCi } from "./ci.ts";
import { isModelOrCloudCredential, isRuntimeVariable } from "./environment-names.ts";
import { type Environment, type Host, onTerminal } from "./host.ts";
import { isCredentialName } from "./secret-names.ts";
import { texts } from "./texts.ts";
import { ENV_MODES, type EnvMode } from "./types.ts";

/** The variable that overrides `tools.bash.envMode` (20-local-tools "bash"). */
export const ENV_MODE_VARIABLE = "MAVIS_BASH_ENV_SANITIZE";

/** What the configuration says of the environments of children. */
export interface EnvironmentOptions {
  /** `tools.bash.envMode` */
  readonly envMode?: EnvMode;
  /** `tools.bash.envAllow` */
  readonly envAllow: readonly string[];
  /** Further variables that hold a key: see `credentialNames`. */
  readonly credentials: readonly string[];
}

/** Environments of child processes; fits `ChildEnvironments` of the local tools. */
export interface BuiltEnvironments {
  /** For what the model runs. */
  readonly command: Environment;
  /** Names that are set here and missing in `command`, sorted. */
  readonly removed: readonly string[];
  /** For programs that turnkit itself starts: always scrubbed. */
  readonly helper: Environment;
  readonly mode: EnvMode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What children may see (20-local-tools "bash"). The runtime's own variables never pass. Mode: the variable,
 * else the configuration, else `off` on a terminal, else and under CI `scrub`. `off` takes nothing more; `scrub`
 * takes model and cloud credentials, the CI's request tokens and what `credentials` names; `strict` takes any
 * name with a KEY, SECRET, TOKEN, PASSWORD or CREDENTIAL segment as well; what `envAllow` names stays. Names compare without regard to case.
 */
export function childEnvironments(
  host: Pick<Host, "env" | "stdin" | "stderr">,
  options: EnvironmentOptions,
): BuiltEnvironments {
  const { mode, diagnostics } = chosenMode(host, options.envMode);
  const rules = {
    allowed: new Set(options.envAllow.map(upper)),
    keys: new Set(options.credentials.map(upper)),
  };
  const command = filtered(host.env, (name) => passes(name, mode, rules));
  const helper = filtered(host.env, (name) => passes(name, "scrub", rules));
  const removed = Object.keys(host.env).filter((name) => host.env[name] !== undefined && !(name in command));
  return { command, removed: removed.sort(), helper, mode, diagnostics };
}

interface Rules {
  readonly allowed: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

function passes(name: string, mode: EnvMode, { allowed, keys }: Rules): boolean {
  const folded = upper(name);
  if (isRuntimeVariable(folded)) return false;
  if (mode === "off" || allowed.has(folded)) return true;
  if (keys.has(folded) || isModelOrCloudCredential(folded)) return false;
  return mode === "scrub" || !isCredentialName(name);
}

function chosenMode(
  host: Pick<Host, "env" | "stdin" | "stderr">,
  configured: EnvMode | undefined,
): { readonly mode: EnvMode; readonly diagnostics: readonly Diagnostic[] } {
  const text = host.env[ENV_MODE_VARIABLE]?.trim().toLowerCase() ?? "";
  const fallback = configured ?? (onTerminal(host) && !runsInCi(host.env) ? "off" : "scrub");
  if (text === "") return { mode: fallback, diagnostics: [] };
  const named = ENV_MODES.find((mode) => mode === text);
  if (named !== undefined) return { mode: named, diagnostics: [] };
  // A limit that cannot be read is not taken for none.
  const mode = fallback === "strict" ? "strict" : "scrub";
  const message = texts.unknownEnvMode(ENV_MODE_VARIABLE, ENV_MODES, mode);
  return {
    mode,
    diagnostics: [{ severity: "warning", code: "environment_ignored", message, where: ENV_MODE_VARIABLE }],
  };
}

function filtered(env: Environment, keep: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(env)) if (value !== undefined && keep(name)) kept[name] = value;
  return kept;
}

function upper(name: string): string {
  return name.toUpperCase();
}
