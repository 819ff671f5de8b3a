import type { Host } from "../config/host.ts";
import { turnFault } from "./errors.ts";
import { MAX_PROMPT_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

export interface PromptSource {
  /** As typed; `-` is stdin. */
  readonly prompt?: string;
  /** Whether the turn has something else to start from (a script, a session). */
  readonly optional: boolean;
}

/**
 * The prompt: as typed, or from stdin when it is `-`, or absent with nothing else to start from.
 * @throws Fault `prompt_missing` (exit 2) when there is none, or stdin holds too much or no UTF-8.
 */
export async function readPrompt(host: Host, source: PromptSource): Promise<string | undefined> {
  if (source.prompt !== undefined && source.prompt !== "-") {
    if (source.prompt.trim() === "") throw turnFault.promptMissing(texts.promptEmpty);
    return source.prompt;
  }
  if (source.prompt === undefined && source.optional) return undefined;
  if (host.stdin.isTTY && host.stderr.isTTY) host.stderr.write(`${texts.typePrompt}\n`);
  const text = (await stdinText(host)).trim();
  if (text === "") throw turnFault.promptMissing(texts.promptEmpty);
  return text;
}

/**
 * All of stdin, as UTF-8.
 * @throws Fault `stdin_unusable` (exit 2) for more than `MAX_PROMPT_BYTES`, and for anything but UTF-8.
 */
export async function stdinText(host: Host): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of host.stdin.chunks()) {
    bytes += chunk.length;
    if (bytes > MAX_PROMPT_BYTES) throw turnFault.stdinUnusable(texts.stdinTooBig(MAX_PROMPT_BYTES));
    pieces.push(chunk.slice());
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw turnFault.stdinUnusable(texts.stdinNotUtf8);
  }
}
