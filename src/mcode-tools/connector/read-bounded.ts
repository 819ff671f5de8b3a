import { open } from "node:fs/promises";
import { connectorFaults } from "./errors.ts";

/** A file's bytes, at most one more than `limit`, so that the caller can tell. @throws Fault `FILE_UNREADABLE`. */
export async function readBounded(path: string, limit: number): Promise<Buffer> {
  try {
    const file = await open(path, "r");
    try {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of file.createReadStream({ autoClose: false, end: limit })) {
        chunks.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
      }
      return Buffer.concat(chunks, bytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw connectorFaults.fileUnreadable(path, (error as NodeJS.ErrnoException).code ?? String(error));
  }
}
