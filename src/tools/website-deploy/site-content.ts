import { Buffer } from "node:buffer";
import { sep } from "node:path";
import type { PathGuard } from "../../contract/path-guard.ts";
import { systemReason } from "../../output/system-error.ts";
import { deployFault } from "./errors.ts";
import type { Site, SiteFile } from "./site-files.ts";

const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes of a file, judged and opened anew: it must still be the file that was found, of the size that it
 * had. A chunk is overwritten by the next one.
 * @throws Fault `changed_meanwhile` or `unreadable`.
 */
export async function* contentOf(
  paths: PathGuard,
  site: Pick<Site, "root">,
  file: SiteFile,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const opened = await paths.open(file.source);
  if (!opened.ok) throw deployFault.unreadable(file.path, opened.message);
  const { handle, realPath, stat } = opened;
  try {
    const inside = realPath.startsWith(site.root + sep) && paths.admits(realPath, "search");
    if (!inside || stat.size !== file.size) throw deployFault.changed(file.path);
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, file.size)));
    let left = file.size;
    while (left > 0) {
      signal?.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, left)).catch((error) => {
        throw deployFault.unreadable(file.path, systemReason(error));
      });
      if (bytesRead === 0) throw deployFault.changed(file.path);
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
