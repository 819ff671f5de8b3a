import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { systemCode } from "../output/system-error.ts";
import { configFault } from "./errors.ts";
import type { Host } from "./host.ts";
import { expandPath } from "./paths.ts";

/** The data dir and the places in it, absolute; nothing of it need exist. */
export interface DataDir {
  readonly path: string;
  /** What chose it; `home` is the default. */
  readonly origin: "--data-dir" | "MINIMAX_DATA_DIR" | "MAVIS_DATA_DIR" | "home";
  readonly configFile: string;
  readonly mcpFile: string;
  readonly agents: string;
  readonly skills: string;
  /** Everything that turnkit alone owns. */
  readonly turnkit: string;
  readonly sessions: string;
  readonly auth: string;
}

type Place = Pick<Host, "env" | "cwd" | "home">;

/**
 * `--data-dir`, else `$MINIMAX_DATA_DIR`, else `$MAVIS_DATA_DIR`, else `~/.minimax` (00-product); an empty
 * variable counts as unset, a relative value starts at the current folder. Creates nothing.
 * @throws Fault `data_dir_unusable` (exit 2) for an empty flag, something else than a folder at the place, or when
 * there is no home to fall back on.
 */
export function resolveDataDir(host: Place, flag?: string): DataDir {
  const dataDir = namedDataDir(host, flag);
  if (isNoFolder(dataDir.path)) throw configFault.dataDirNoFolder(dataDir.origin, dataDir.path);
  return dataDir;
}

/** As `resolveDataDir`, for who looks at the place: anything may be there. */
export function namedDataDir(host: Place, flag?: string): DataDir {
  if (flag !== undefined) {
    if (flag.trim() === "") throw configFault.emptyFlag("--data-dir");
    return at(expandPath(flag, host.cwd, host.home), "--data-dir");
  }
  for (const name of ["MINIMAX_DATA_DIR", "MAVIS_DATA_DIR"] as const) {
    const value = host.env[name];
    if (value !== undefined && value.trim() !== "") return at(expandPath(value, host.cwd, host.home), name);
  }
  if (!isAbsolute(host.home)) throw configFault.noHome();
  return at(join(host.home, ".minimax"), "home");
}

/** Whether something else stands at the place, or above it; what cannot be looked at is told where it is used. */
function isNoFolder(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (error) {
    return systemCode(error) === "ENOTDIR";
  }
}

function at(path: string, origin: DataDir["origin"]): DataDir {
  const turnkit = join(path, "turnkit");
  return {
    path,
    origin,
    configFile: join(path, "config.yaml"),
    mcpFile: join(path, "mcp.json"),
    agents: join(path, "agents"),
    skills: join(path, "skills"),
    turnkit,
    sessions: join(turnkit, "sessions"),
    auth: join(turnkit, "auth"),
  };
}
