import { visible } from "../../output/visible.ts";
import type { RipgrepOutput } from "./run-ripgrep.ts";
import { texts } from "./texts.ts";

/** The warning about what ripgrep could not read; it tells each file or folder in one line of its messages. */
export function unreadableWarning(output: RipgrepOutput | undefined): string[] {
  if (output === undefined || output.messages === 0) return [];
  const first = output.stderr.split("\n", 1)[0] ?? "";
  return [texts.unreadable(output.messages, visible(first.replace(/^rg: (\.\/)?/, "")))];
}
