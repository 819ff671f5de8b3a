import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { systemCode } from "../output/system-error.ts";
import { configFault } from "./errors.ts";
import { MAX_SOURCE_BYTES } from "./limits.ts";

/** A text file that a person wrote, with what is needed to point into it. */
export interface SourceText {
  /** As errors name it. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
}

/** What kind of file is read, for errors: `the configuration`, `the MCP server file`. */
export interface SourceRole {
  readonly role: string;
  /** How errors name the file; absent: its path. */
  readonly shown?: string;
}

/**
 * Reads a UTF-8 file of at most 1 MiB; undefined when there is none. Never blocks on a pipe, except on the one that a
 * shell hands over for `<(command)`, which has its writer.
 * @throws Fault `source_unreadable` (exit 2) for a folder, another pipe, a device, a file that is too big, not
 * readable or not UTF-8 (with the position of the first wrong byte).
 */
export function readSource(path: string, options: SourceRole): SourceText | undefined {
  const file = options.shown ?? path;
  const bytes = readWhole(path, file, options.role);
  if (bytes === undefined) return undefined;
  try {
    return { file, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const valid = new TextDecoder().decode(bytes.subarray(0, validLength(bytes)), { stream: true });
    throw configFault.notUtf8(options.role, whereOf({ file, text: valid }, valid.length));
  }
}

/** `file:line:column` of an offset in UTF-16 units; lines end at LF, columns count characters, both from 1. */
export function whereOf(source: SourceText, offset: number): string {
  const before = source.text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line += 1;
  const column = [...before.slice(lineStart)].length + 1;
  return `${source.file}:${line}:${column}`;
}

/** What `<(command)` becomes on the command line of a program. */
const HANDED_OVER = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

function readWhole(path: string, shown: string, role: string): Buffer | undefined {
  const handedOver = HANDED_OVER.test(path);
  let handle: number;
  try {
    // Opening a pipe without a writer would wait for ever.
    handle = openSync(path, constants.O_RDONLY | (handedOver ? 0 : (constants.O_NONBLOCK ?? 0)));
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw configFault.sourceUnreadable(role, shown, error);
  }
  try {
    const facts = fstatSync(handle);
    if (facts.isDirectory()) throw configFault.sourceUnreadable(role, shown, { code: "EISDIR" });
    if (handedOver && facts.isFIFO()) return readPipe(handle, shown, role);
    if (!facts.isFile()) throw configFault.sourceUnreadable(role, shown, { code: "ENXIO" });
    if (facts.size > MAX_SOURCE_BYTES) throw configFault.sourceTooBig(role, shown, facts.size);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

function readPipe(handle: number, shown: string, role: string): Buffer {
  const buffer = Buffer.allocUnsafe(MAX_SOURCE_BYTES + 1);
  let bytes = 0;
  for (let count = -1; count !== 0 && bytes < buffer.length; bytes += count) {
    count = readSync(handle, buffer, bytes, buffer.length - bytes, null);
  }
  if (bytes > MAX_SOURCE_BYTES) throw configFault.sourceTooBig(role, shown);
  return buffer.subarray(0, bytes);
}

/** Bytes before the first invalid one, found by halving: only a broken file pays for it. */
function validLength(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (isPrefixValid(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function isPrefixValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
