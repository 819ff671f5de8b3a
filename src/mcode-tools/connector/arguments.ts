import { resolve } from "node:path";
import type { Host } from "../../config/host.ts";
import { connectorFaults } from "./errors.ts";
import { MAX_ARGS_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";
import type { ArgsSource } from "./verbs.ts";

type ArgsHost = Pick<Host, "stdin" | "cwd">;

/** The arguments of a call: one JSON object, `{}` where none is given. @throws Fault `INVALID_ARGUMENTS` (exit 2). */
export async function readArguments(source: ArgsSource, host: ArgsHost): Promise<Record<string, unknown>> {
  if (source.kind === "none") return {};
  const where = source.kind === "text" ? "--args" : "--args-file";
  const bytes = source.kind === "text" ? Buffer.from(source.text) : await bytesOf(source.path, host);
  if (bytes.length > MAX_ARGS_BYTES) throw connectorFaults.tooLong(where, MAX_ARGS_BYTES, bytes.length);
  return parseObject(bytes, where);
}

function parseObject(bytes: Uint8Array, where: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw connectorFaults.invalidArguments(texts.argsNotJson(where, (error as Error).message));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw connectorFaults.invalidArguments(texts.argsNotObject(where, kindOf(value)));
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

async function bytesOf(path: string, host: ArgsHost): Promise<Buffer> {
  if (path === "-") return collect(host.stdin.chunks());
  const { readBounded } = await import("./read-bounded.ts");
  return readBounded(resolve(host.cwd, path), MAX_ARGS_BYTES);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    // A chunk may be overwritten by the next one.
    kept.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > MAX_ARGS_BYTES) break;
  }
  return Buffer.concat(kept, bytes);
}
