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
  return new LazyEnvironments(host, options);
}

/** Whether there is a terminal is asked only when a command is started: a listing of tools need not know. */
class LazyEnvironments implements BuiltEnvironments {
  readonly diagnostics: readonly Diagnostic[];
  readonly #host: Pick<Host, "env" | "stdin" | "stderr">;
  readonly #named: NamedMode;
  readonly #rules: Rules;
  #mode: EnvMode | undefined;
  #command: Environment | undefined;
  #helper: Environment | undefined;

  constructor(host: Pick<Host, "env" | "stdin" | "stderr">, options: EnvironmentOptions) {
    this.#host = host;
    this.#named = namedMode(host.env, options.envMode);
    this.diagnostics = this.#named.diagnostics;
    this.#rules = {
      allowed: new Set(options.envAllow.map(upper)),
      keys: new Set(options.credentials.map(upper)),
    };
  }

  get mode(): EnvMode {
    this.#mode ??= this.#named.mode ?? defaultMode(this.#host);
    return this.#mode;
  }

  get command(): Environment {
    this.#command ??= filtered(this.#host.env, (name) => passes(name, this.mode, this.#rules));
    return this.#command;
  }

  get helper(): Environment {
    this.#helper ??= filtered(this.#host.env, (name) => passes(name, "scrub", this.#rules));
    return this.#helper;
  }

  get removed(): readonly string[] {
    const { env } = this.#host;
    return Object.keys(env)
      .filter((name) => env[name] !== undefined && !(name in this.command))
      .sort();
  }
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

interface NamedMode {
  /** Undefined where neither the variable nor the configuration says. */
  readonly mode: EnvMode | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function namedMode(env: Environment, configured: EnvMode | undefined): NamedMode {
  const text = env[ENV_MODE_VARIABLE]?.trim().toLowerCase() ?? "";
  if (text === "") return { mode: configured, diagnostics: [] };
  const named = ENV_MODES.find((mode) => mode === text);
  if (named !== undefined) return { mode: named, diagnostics: [] };
  // A limit that cannot be read is not taken for none.
  const mode = configured === "strict" ? "strict" : "scrub";
  const message = texts.unknownEnvMode(ENV_MODE_VARIABLE, ENV_MODES, mode);
  return {
    mode,
    diagnostics: [{ severity: "warning", code: "environment_ignored", message, where: ENV_MODE_VARIABLE }],
  };
}

function defaultMode(host: Pick<Host, "env" | "stdin" | "stderr">): EnvMode {
  return !runsInCi(host.env) && onTerminal(host) ? "off" : "scrub";
}

function filtered(env: Environment, keep: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(env)) if (value !== undefined && keep(name)) kept[name] = value;
  return kept;
}

function upper(name: string): string {
  return name.toUpperCase();
}
