import { isAbsolute, join } from "node:path";
import type { Host } from "./host.ts";

/**
 * The folder for what can be made again (00-product): `$XDG_CACHE_HOME/turnkit`, or what stands for it on
 * macOS and Windows. Absolute; creates nothing. A relative value in the environment is ignored, as the XDG
 * specification asks.
 */
export function cacheDir(host: Pick<Host, "env" | "home" | "platform">): string {
  const { env, home, platform } = host;
  const set = env.XDG_CACHE_HOME;
  if (set !== undefined && isAbsolute(set)) return join(set, "turnkit");
  if (platform === "win32")
    return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "turnkit", "cache");
  if (platform === "darwin") return join(home, "Library", "Caches", "turnkit");
  return join(home, ".cache", "turnkit");
}
