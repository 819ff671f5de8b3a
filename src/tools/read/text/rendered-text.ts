import { Buffer } from "node:buffer";
import type { ToolResult } from "../../../contract/tool.ts";
import type { HeldRead } from "../types.ts";
import { showLines } from "./show-lines.ts";

/** The lines of what a document was turned into; `offset` and `limit` count these. */
export async function showRendered(
  read: HeldRead,
  text: string,
  details: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  // A NUL would be told as a byte that is no text, which is said of files.
  const bytes = Buffer.from(text.toWellFormed().replaceAll("\0", "\uFFFD"), "utf8");
  return showLines(read, {
    encoding: "utf-8",
    bytes: read.bytes.length,
    details: { ...read.details, ...details },
    feed: async (scan) => {
      scan.feed(bytes);
      scan.end();
      return { atEnd: true };
    },
  });
}
