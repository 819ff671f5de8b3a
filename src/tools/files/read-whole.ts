import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";

/**
 * All bytes of an open file from its start, at most `most`; files whose size the system does not tell (those of
 * /proc) are read to their end too.
 */
export async function readWhole(handle: FileHandle, size: number, most: number): Promise<Buffer> {
  // One byte more than expected shows at once whether the file has grown.
  let buffer = Buffer.allocUnsafe(Math.min(size, most) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length > most) return buffer.subarray(0, Math.min(length, most));
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(length * 2, most + 1));
  }
}
