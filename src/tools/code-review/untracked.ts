import type { PathGuard } from "../../contract/path-guard.ts";
import { headWithin } from "../../output/gates/cut.ts";
import { countLines } from "../../output/lines.ts";
import { visible } from "../../output/visible.ts";
import { MAX_UNTRACKED_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

/** An untracked file as the review shows it: its lines, each as an added one. */
export async function untrackedText(paths: PathGuard, path: string, shown: string): Promise<string> {
  const name = visible(shown);
  const opened = await paths.open(path).catch(() => undefined);
  if (opened === undefined || !opened.ok) return `${texts.unreadable(name)}\n`;
  try {
    const { size } = opened.stat;
    const buffer = Buffer.alloc(Math.min(size, MAX_UNTRACKED_BYTES));
    const { bytesRead } = await opened.handle.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return `${texts.binaryFile(name, size)}\n`;
    const text = headWithin(bytes.toString(), MAX_UNTRACKED_BYTES).replace(/\n$/, "");
    const body = text === "" ? "" : `${text.replaceAll(/^/gm, "+")}\n`;
    const cut = size > bytesRead ? `${texts.cutNewFile(bytesRead, size)}\n` : "";
    return `${texts.newFile(name, countLines(text), size)}\n${body}${cut}`;
  } finally {
    await opened.handle.close();
  }
}
