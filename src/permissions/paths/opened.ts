import { readlinkSync, type Stats, statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { followPath } from "./follow.ts";

/**
 * Whether an open file is the one that was judged: same device and number, and still reached by the same path
 * without a link on the way. The number alone is not enough: a folder swapped for a link between looking and
 * opening would show the same wrong file twice. Linux tells the path of an open file; elsewhere it is walked again.
 */
export async function isSameFile(
  handle: FileHandle,
  opened: Stats,
  judged: { readonly realPath: string; readonly stat: Stats },
  platform: NodeJS.Platform,
): Promise<boolean> {
  if (!opened.isFile() || opened.dev !== judged.stat.dev || opened.ino !== judged.stat.ino) return false;
  const named = platform === "linux" ? pathOfHandle(handle, opened) : undefined;
  if (named !== undefined) return named === judged.realPath;
  const again = followPath(judged.realPath, platform);
  return (
    again.realPath === judged.realPath && again.stat?.ino === opened.ino && again.stat.dev === opened.dev
  );
}

/** Undefined where there is no `/proc`, or where the runtime's number is not the kernel's. */
function pathOfHandle(handle: FileHandle, opened: Stats): string | undefined {
  const link = `/proc/self/fd/${handle.fd}`;
  try {
    const there = statSync(link);
    return there.ino === opened.ino && there.dev === opened.dev ? readlinkSync(link) : undefined;
  } catch {
    return undefined;
  }
}
