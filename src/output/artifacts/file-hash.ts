import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { KIB } from "../limits.ts";

/** The bytes of a file in pieces, each overwritten by the next; a link is not followed. */
export async function* fileChunks(path: string, chunkBytes = 256 * KIB): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** SHA-256 of a file's bytes, hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of fileChunks(path)) hash.update(chunk);
  return hash.digest("hex");
}
