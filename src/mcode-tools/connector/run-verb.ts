import { basename, resolve } from "node:path";
import type { Host } from "../../config/host.ts";
import { readArguments } from "./arguments.ts";
import { connectorFaults } from "./errors.ts";
import { MAX_UPLOAD_BYTES } from "./limits.ts";
import { printedAnswer } from "./printing.ts";
import { texts } from "./texts.ts";
import type { ConnectorBackend } from "./types.ts";
import type { Verb } from "./verbs.ts";

/** What a verb may use; each is opened only by the verbs that need it. */
export interface VerbPorts {
  readonly host: Pick<Host, "stdin" | "stdout" | "cwd">;
  backend(): Promise<ConnectorBackend>;
  authStatus(): Promise<Readonly<Record<string, unknown>>>;
}

/** Runs one verb and prints its answer, whole or not at all. @throws Fault of `CONNECTOR_CODES`. */
export async function runVerb(verb: Verb, ports: VerbPorts): Promise<void> {
  const { host } = ports;
  if (verb.kind === "help") return host.stdout.write(texts.help);
  const value = await answerTo(verb, ports);
  host.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

async function answerTo(verb: Exclude<Verb, { kind: "help" }>, ports: VerbPorts): Promise<unknown> {
  if (verb.kind === "auth-status") return ports.authStatus();
  // Wrong arguments are told before anything is asked of anybody.
  const ready = await prepared(verb, ports);
  const backend = await ports.backend();
  try {
    return await ready(backend);
  } finally {
    await backend.close();
  }
}

type Ask = (backend: ConnectorBackend) => Promise<unknown>;

async function prepared(
  verb: Exclude<Verb, { kind: "help" | "auth-status" }>,
  { host }: VerbPorts,
): Promise<Ask> {
  switch (verb.kind) {
    case "tools":
      return (backend) => backend.tools(verb.keyword);
    case "tool":
      return (backend) => backend.tool(verb.name);
    case "call": {
      const args = await readArguments(verb.args, host);
      return async (backend) => printedAnswer(await backend.call(verb.name, args), host.cwd);
    }
    case "get-asset-url":
      return (backend) => backend.assetUrl(verb.nodeId);
    case "upload-temp-url": {
      const path = resolve(host.cwd, verb.file);
      const { readBounded } = await import("./read-bounded.ts");
      const bytes = await readBounded(path, MAX_UPLOAD_BYTES);
      if (bytes.length > MAX_UPLOAD_BYTES)
        throw connectorFaults.tooLong(`"${path}"`, MAX_UPLOAD_BYTES, bytes.length);
      const mimeType = verb.mimeType ?? "application/octet-stream";
      return (backend) => backend.tempUrl({ name: basename(path), mimeType, data: bytes.toString("base64") });
    }
  }
}
