import { resolveDataDir } from "../../src/config/data-dir.ts";
import { type LoadConfigOptions, loadConfig } from "../../src/config/load-config.ts";
import type { LoadedConfig } from "../../src/config/types.ts";
import type { Diagnostic } from "../../src/output/diagnostic.ts";
import { type Fault, type FaultText, isFault } from "../../src/output/fault.ts";
import type { Workspace } from "./workspace.ts";

/** What the configuration needs of the world, in a test's folder; nothing of this machine's own. */
export function placeIn(space: Workspace, env: Readonly<Record<string, string>> = {}) {
  return { env, cwd: space.path, home: space.path };
}

/** Loads the given text as `<data dir>/config.yaml`. */
export async function loadYaml(
  space: Workspace,
  text: string | Uint8Array,
  options: LoadConfigOptions & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<LoadedConfig> {
  const host = placeIn(space, options.env);
  const dataDir = resolveDataDir(host, "data");
  space.file("data/config.yaml", text);
  return loadConfig(host, dataDir, options);
}

/** The fault that something must end in; anything else fails the test. */
export async function faultOf(work: () => unknown): Promise<Fault> {
  try {
    await work();
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
  throw new Error("Expected a fault, but it went well");
}

/** `line:column what`, one per problem of a fault. */
export function faultLines(fault: Fault): string[] {
  return [{ what: fault.message, where: fault.where }, ...fault.others].map(placed);
}

/** `line:column what`, one per diagnostic. */
export function diagnosticLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ message, where }) => placed({ what: message, where }));
}

function placed({ what, where }: FaultText): string {
  const position = /:(\d+:\d+)$/.exec(where ?? "")?.[1];
  return `${position ?? where ?? "nowhere"} ${what}`;
}
