import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import type { Host } from "../config/host.ts";
import { messageOf } from "../output/fault.ts";
import { systemCode } from "../output/system-error.ts";
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
 * The prompts of a batch file: one per line, as it is or as a JSON string; empty lines are passed over.
 * @throws Fault `batch_unusable` (exit 2): no such file, too big, no UTF-8, a broken string (with its line), no prompt.
 */
export async function readBatch(path: string, shown: string): Promise<string[]> {
  const lines = (await textOfFile(path, shown)).split(/\r?\n/u);
  const prompts = lines.flatMap((line, index) => promptOfLine(line, `${shown}:${index + 1}`));
  if (prompts.length === 0) throw turnFault.batchUnusable(texts.batchEmpty, shown);
  return prompts;
}

async function textOfFile(path: string, shown: string): Promise<string> {
  const pieces: Buffer[] = [];
  try {
    // One byte more than may be, so that a device without an end is told like a big file.
    for await (const piece of createReadStream(path, { end: MAX_PROMPT_BYTES })) pieces.push(piece);
  } catch (error) {
    throw turnFault.batchUnusable(texts.batchUnreadable(systemCode(error) ?? messageOf(error)), shown);
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.length > MAX_PROMPT_BYTES)
    throw turnFault.batchUnusable(texts.batchTooBig(MAX_PROMPT_BYTES), shown);
  if (!isUtf8(bytes)) throw turnFault.batchUnusable(texts.batchNotUtf8, shown);
  return new TextDecoder().decode(bytes);
}

function promptOfLine(line: string, where: string): string[] {
  if (line.trim() === "") return [];
  if (!line.startsWith('"')) return [line];
  const prompt = jsonString(line);
  if (prompt === undefined) throw turnFault.batchUnusable(texts.batchLine, where);
  return prompt.trim() === "" ? [] : [prompt];
}

function jsonString(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
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
