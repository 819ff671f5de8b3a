import { delimiter } from "node:path";
import type { Environment } from "../../config/host.ts";

/** A process environment that can be written to. */
export type MutableEnvironment = Record<string, string | undefined>;

/**
 * Sets a host's variables and puts its launcher folder first on PATH, once. @returns what puts back exactly
 * what was there, absent variables included; what others changed meanwhile in other variables stays.
 */
export function activateEnvironment(
  target: MutableEnvironment,
  variables: Environment,
  pathPrefix: string | undefined,
): () => void {
  const before = new Map<string, string | undefined>();
  const set = (name: string, value: string | undefined): void => {
    if (!before.has(name)) before.set(name, Object.hasOwn(target, name) ? target[name] : undefined);
    if (value === undefined) delete target[name];
    else target[name] = value;
  };
  for (const [name, value] of Object.entries(variables)) set(name, value);
  if (pathPrefix !== undefined) {
    const name = pathName(target);
    set(name, withFirst(target[name], pathPrefix));
  }
  let restored = false;
  return () => {
    if (restored) return;
    restored = true;
    for (const [name, value] of before) {
      if (value === undefined) delete target[name];
      else target[name] = value;
    }
  };
}

/** A child's environment with a host active in it; the one given stays as it is. */
export function hostedEnvironment(
  env: Environment,
  variables: Environment,
  pathPrefix: string | undefined,
): Environment {
  const copy: MutableEnvironment = { ...env };
  activateEnvironment(copy, variables, pathPrefix);
  return copy;
}

/** Windows keeps PATH as `Path`, and a second spelling would win or lose by chance. */
function pathName(env: MutableEnvironment): string {
  return Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
}

/** Where shells look without a PATH: with one that holds the launchers alone they would find nothing else. */
const SHELL_PATH = delimiter === ":" ? "/usr/local/bin:/usr/bin:/bin" : "";

function withFirst(path: string | undefined, first: string): string {
  const rest = (path || SHELL_PATH).split(delimiter).filter((entry) => entry !== first && entry !== "");
  return [first, ...rest].join(delimiter);
}
