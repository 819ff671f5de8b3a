import type { HostOutput } from "../config/host.ts";
import { terminalText } from "../output/visible.ts";

/** Writes what a model or a tool answered, as a whole line: as it is, but harmless where it goes to a terminal. */
export function writeAnswer(out: HostOutput, answer: string): void {
  const text = out.isTTY ? terminalText(answer) : answer;
  out.write(text.endsWith("\n") ? text : `${text}\n`);
}
