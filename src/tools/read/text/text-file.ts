import { createHash } from "node:crypto";
import type { ToolResult } from "../../../contract/tool.ts";
import { encodingOf } from "../../files/encoding.ts";
import { HASHED_BYTES } from "../../files/limits.ts";
import { COUNTED_BYTES } from "../limits.ts";
import type { OpenRead } from "../types.ts";
import { fileChunks, Utf8Stream } from "./chunks.ts";
import type { LineScan } from "./line-scan.ts";
import { showLines } from "./show-lines.ts";

/** Lines of a text file, streamed. @throws Fault when `offset` lies past the end. */
export async function readText(read: OpenRead): Promise<ToolResult> {
  const facts = encodingOf(read.head);
  return showLines(read, {
    encoding: facts.encoding,
    bytes: read.stat.size,
    details: { ...read.details, kind: "text", encoding: facts.encoding },
    feed: async (scan) => {
      const stream = new Utf8Stream(facts);
      const { atEnd, sha256 } = await feedFile(read, stream, scan);
      const seen = { sessionId: read.ctx.sessionId, realPath: read.realPath, stat: read.stat };
      read.services.files.seen.record(seen, read.services.now(), sha256);
      return { atEnd };
    },
  });
}

interface Fed {
  readonly atEnd: boolean;
  readonly sha256?: string;
}

/** Feeds the scan until it needs no more; to the end where that is cheap, for the number of lines. */
async function feedFile(read: OpenRead, stream: Utf8Stream, scan: LineScan): Promise<Fed> {
  const hash = read.stat.size <= HASHED_BYTES ? createHash("sha256") : undefined;
  const counts = read.stat.size <= COUNTED_BYTES;
  for await (const chunk of fileChunks(read.handle, read.signal)) {
    hash?.update(chunk);
    scan.feed(stream.push(chunk));
    if (!counts && scan.full && scan.more) return { atEnd: false };
  }
  scan.feed(stream.end());
  scan.end();
  return hash === undefined ? { atEnd: true } : { atEnd: true, sha256: hash.digest("hex") };
}
