import { access, constants, realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Host } from "../../config/host.ts";
import { VERSION } from "../../config/version.ts";
import { messageOf } from "../../output/fault.ts";
import { fetchFault } from "./errors.ts";

/** The flat options that `npm-registry-fetch` takes: registry, scopes, credentials, proxies, CA. */
export interface NpmOptions {
  readonly registry: string;
  readonly [option: string]: unknown;
}

export interface NpmConfiguration {
  readonly options: NpmOptions;
  /** The registry that npm uses when nobody names one. */
  readonly defaultRegistry: string;
}

/**
 * The user's own npm configuration as npm itself reads it: environment, user file, global file, npm's own
 * file. A project's `.npmrc` is left out: the folder turnkit is started in may be anybody's.
 * @throws Fault `npm_config_invalid` for a file that npm could not read either.
 */
export async function loadNpmConfiguration(host: Host): Promise<NpmConfiguration> {
  const [{ default: Config }, definitions] = await Promise.all([
    import("@npmcli/config"),
    import("@npmcli/config/lib/definitions/index.js"),
  ]);
  const npm = await findNpm(host);
  const config = new Config({
    definitions: definitions.definitions,
    shorthands: definitions.shorthands,
    flatten: definitions.flatten,
    nerfDarts: definitions.nerfDarts,
    // Global mode reads no project file; the first two words stand for the runtime and the script.
    argv: ["", "", "--global"],
    // A copy: loading writes variables for npm's own children into it.
    env: { ...host.env },
    cwd: host.home,
    platform: host.platform,
    // The global file stands beside npm's own prefix, not beside turnkit's.
    execPath: npm?.bin ?? host.execPath,
    npmPath: npm?.library ?? dirname(host.execPath),
    warn: false,
  });
  try {
    await config.load();
  } catch (error) {
    throw fetchFault.npmConfigInvalid(messageOf(error), error);
  }
  const options: NpmOptions = { ...config.flat, userAgent: `turnkit/${VERSION}` };
  return { options, defaultRegistry: String(definitions.defaults.registry) };
}

/** npm on PATH: where its prefix is, and its library folder with the file that distributors ship. */
async function findNpm(host: Host): Promise<{ bin: string; library: string } | undefined> {
  const name = host.platform === "win32" ? "npm.cmd" : "npm";
  for (const folder of (host.env.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name);
    if (!(await isRunnable(path))) continue;
    const real = await realpath(path);
    const library = host.platform === "win32" ? join(folder, "node_modules", "npm") : dirname(dirname(real));
    return { bin: path, library };
  }
  return undefined;
}

async function isRunnable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
