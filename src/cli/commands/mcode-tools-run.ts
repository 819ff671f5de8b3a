import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../../config/host.ts";
import { PLACES } from "../../mcode-tools/artifact/places.ts";
import { connectorFaults } from "../../mcode-tools/connector/errors.ts";
import { runVerb, type VerbPorts } from "../../mcode-tools/connector/run-verb.ts";
import { parseVerb } from "../../mcode-tools/connector/verbs.ts";
import {
  childEnvironment,
  dataDirOf,
  type HostFacts,
  hostingOf,
} from "../../mcode-tools/environment/hosted.ts";
import type { GlobalFlags } from "../global-flags.ts";

/**
 * What the launchers start: the fetched program where it is installed and verified, else the built-in connector
 * CLI. Everything that only one of them needs is loaded by it alone: a hosted call costs a process start and one
 * round trip. @returns the exit code of the fetched program; undefined when the built-in one ran.
 */
export async function runMcodeTools(
  words: readonly string[],
  flags: GlobalFlags,
  host: Host,
): Promise<number | undefined> {
  const hosting = hostingOf(host.env);
  if (hosting.kind === "incomplete") throw connectorFaults.hostIncomplete(hosting.missing);
  const facts = hosting.kind === "hosted" ? hosting.host : undefined;
  const artifact = await fetchedProgram(await artifactFolder(facts, flags, host), facts, host);
  if (artifact !== undefined) {
    const { becomeProgram } = await import("../host-foreign.ts");
    const env = facts === undefined ? host.env : childEnvironment(host.env, facts);
    return becomeProgram({ path: artifact, args: words, env });
  }
  await runVerb(parseVerb(words), portsOf(facts, flags, host));
  return undefined;
}

/** The folder that holds `embedded/`: the host's, or that of the data dir. */
async function artifactFolder(facts: HostFacts | undefined, flags: GlobalFlags, host: Host): Promise<string> {
  const hosted = facts === undefined ? undefined : dataDirOf(facts);
  if (hosted !== undefined) return join(hosted, "turnkit");
  const { resolveDataDir } = await import("../../config/data-dir.ts");
  return resolveDataDir(host, flags.dataDir).turnkit;
}

/** The installed program's path, checked just now; undefined when there is none, or none that can be used. */
async function fetchedProgram(
  folder: string,
  facts: HostFacts | undefined,
  host: Host,
): Promise<string | undefined> {
  if (!looksInstalled(join(folder, PLACES.parent))) return undefined;
  const { installedArtifact } = await import("../../mcode-tools/artifact/verify.ts");
  const found = await installedArtifact(folder, host.platform);
  if (found.state === "ready") return found.paths.cli;
  // A host has said so once, for the whole turn.
  if (found.state === "mismatch" && facts === undefined) {
    const { texts } = await import("../../mcode-tools/artifact/texts.ts");
    host.stderr.write(`warning: ${texts.notUsed(found.folder, found.problem)}\n`);
  }
  return undefined;
}

/** One cheap look: hashing is loaded only when there is something to hash. */
function looksInstalled(parent: string): boolean {
  try {
    // Asking first: an error with its stack costs a tenth of the start.
    return existsSync(parent) && readdirSync(parent).length > 0;
  } catch {
    return false;
  }
}

function portsOf(facts: HostFacts | undefined, flags: GlobalFlags, host: Host): VerbPorts {
  if (facts === undefined) {
    const standalone = () => import("./mcode-tools-standalone.ts");
    return {
      host,
      backend: async () => (await standalone()).standaloneBackend(flags, host),
      authStatus: async () => (await standalone()).standaloneAuthStatus(flags, host),
    };
  }
  const { connectorEndpoint, brokerEndpoint, capabilityFile } = facts;
  return {
    host,
    async backend() {
      if (connectorEndpoint === undefined) throw connectorFaults.noConnectors();
      const { hostedBackend } = await import("../../mcode-tools/connector/hosted-backend.ts");
      return hostedBackend(connectorEndpoint, capabilityFile);
    },
    async authStatus() {
      const { askBrokerStatus } = await import("../../mcode-tools/wire/ask-broker.ts");
      const { method: _, ...status } = await askBrokerStatus(brokerEndpoint, capabilityFile);
      return { auth_mode: "shared-broker", ...status };
    },
  };
}
