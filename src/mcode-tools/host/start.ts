import { join } from "node:path";
import { geteuid } from "node:process";
import type { Environment } from "../../config/host.ts";
import { ensurePrivateFolder } from "../../config/private-folder.ts";
import type { ConnectorAuth } from "../../config/types.ts";
import { messageOf } from "../../output/fault.ts";
import { placeEmbedded } from "../artifact/embedded.ts";
import { texts as artifactTexts } from "../artifact/texts.ts";
import { openAssets } from "../assets/service.ts";
import { startBroker } from "../broker/broker.ts";
import { CapabilityCheck } from "../broker/protocol.ts";
import { TokenKeeper } from "../broker/token-keeper.ts";
import { startConnectorEndpoint } from "../connector/endpoint.ts";
import { localBackend } from "../connector/local-backend.ts";
import { HOST_VARIABLES } from "../environment/names.ts";
import { createRuntimeFolder, type RuntimeFolder } from "../runtime/folder.ts";
import { writeLaunchers } from "../runtime/launchers.ts";
import { sweepRuntimeFolders } from "../runtime/sweep.ts";
import type { Readiness } from "../types.ts";
import { ArtifactWatch } from "./artifact-watch.ts";
import type { McodeToolsHost, McodeToolsHostOptions } from "./options.ts";
import { texts } from "./texts.ts";
import { openTokenSource } from "./token-source.ts";

/**
 * Starts what a turn's bash needs to reach connectors and leases: the folder of this host, the lease broker, the
 * connector endpoint, the launchers. Never rejects: a turn runs without mcode-tools rather than not at all.
 */
export async function startMcodeToolsHost(options: McodeToolsHostOptions): Promise<McodeToolsHost> {
  if (!options.enabled) return withoutHost(options, { category: "disabled", reason: texts.disabled });
  const running = new Running();
  try {
    await hideFromChildren(options);
    const folder = await openFolder(options, running);
    const installed = join(options.dataDir, "turnkit");
    await placeEmbedded(installed, options.host.platform).catch(() => undefined);
    const artifact = new ArtifactWatch(installed, options.host.platform);
    const environment = await hostVariables(options, folder);
    await openSockets(options, { folder, artifact, running });
    const readiness = await readinessOf(artifact);
    if (readiness.reason !== undefined) tell(options, readiness.category, readiness.reason);
    const { launcherFolder: pathPrefix, path } = folder;
    return { readiness, environment, pathPrefix, folder: path, close: () => running.close() };
  } catch (error) {
    await running.close();
    const category = isListening(error) ? "broker_unavailable" : "host_unavailable";
    const reason = texts.hostFailed(messageOf(error));
    tell(options, category, reason);
    return withoutHost(options, { category, reason });
  }
}

/** What has been started, in order; ended in the opposite one. */
class Running {
  readonly #ends: (() => unknown)[] = [];
  #closing: Promise<void> | undefined;

  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const end of this.#ends.reverse()) await Promise.resolve(end()).catch(() => undefined);
  }
}

/** A token that came by the environment could be read from this process's `/proc` entries by any child. */
async function hideFromChildren(options: McodeToolsHostOptions): Promise<void> {
  const { auth } = options.settings;
  if (!("env" in auth) || options.host.env[auth.env] === undefined) return;
  const { loadNative } = await import("../../tools/process/native.ts");
  const hidden = (await loadNative(options.host.platform)).makeNonDumpable() && geteuid?.() !== 0;
  const message = texts.readableEnvironment(auth.env);
  if (!hidden) options.notify({ severity: "info", code: "environment_readable", message });
}

interface Parts {
  readonly folder: RuntimeFolder;
  readonly artifact: ArtifactWatch;
  readonly running: Running;
}

async function openFolder({ host }: McodeToolsHostOptions, running: Running): Promise<RuntimeFolder> {
  const facts = { env: host.env, platform: host.platform };
  await sweepRuntimeFolders(facts).catch(() => []);
  const folder = await createRuntimeFolder(facts);
  const takeBack = host.atExit?.(() => folder.removeNow());
  running.add(() => takeBack?.());
  running.add(() => folder.remove());
  return folder;
}

async function openSockets(
  options: McodeToolsHostOptions,
  { folder, artifact, running }: Parts,
): Promise<void> {
  const { host, settings, mask } = options;
  mask.add("mcode-tools capability", folder.capability);
  const capability = new CapabilityCheck(folder.capability);
  const tokens = new TokenKeeper({
    source: openTokenSource(options),
    now: host.now,
    onToken: ({ accessToken }) => mask.add("connectors.auth", accessToken),
    onFailure: (error) => tell(options, "token_unusable", messageOf(error)),
  });
  const broker = await startBroker({
    endpoint: folder.brokerEndpoint,
    capability,
    tokens,
    leasesAllowed: async () => settings.lease || (await artifact.ready()),
  });
  running.add(() => broker.close());
  const token = async (): Promise<string | undefined> => (await tokens.lease(0))?.accessToken;
  const assets = settings.assets && (await openAssets(settings.assets, { token, now: host.now }));
  if (assets !== undefined) running.add(() => assets.close());
  const endpoint = await startConnectorEndpoint({
    endpoint: folder.connectorEndpoint,
    capability,
    backend: localBackend(options.connectors, assets),
    mask: (value) => mask.maskDeep(value),
  });
  running.add(() => endpoint.close());
}

async function hostVariables(options: McodeToolsHostOptions, folder: RuntimeFolder): Promise<Environment> {
  const { region, extraHeaders } = options.settings;
  const configDir = join(options.dataDir, "integrations", "mcode-tools", region);
  await ensurePrivateFolder(configDir);
  return {
    ...withheld(options.settings.auth),
    [HOST_VARIABLES.executable]: await writeLaunchers(folder.launcherFolder, options.host.selfCommand),
    [HOST_VARIABLES.brokerEndpoint]: folder.brokerEndpoint,
    [HOST_VARIABLES.capabilityFile]: folder.capabilityFile,
    [HOST_VARIABLES.configDir]: configDir,
    [HOST_VARIABLES.region]: region,
    [HOST_VARIABLES.connectorEndpoint]: folder.connectorEndpoint,
    ...(Object.keys(extraHeaders).length === 0
      ? {}
      : { [HOST_VARIABLES.extraHeaders]: JSON.stringify(extraHeaders) }),
  };
}

async function readinessOf(artifact: ArtifactWatch): Promise<Readiness> {
  const found = await artifact.state();
  if (found.state !== "mismatch") return { category: "ready" };
  return { category: "resource_unavailable", reason: artifactTexts.notUsed(found.folder, found.problem) };
}

function isListening(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall === "listen";
}

function tell(options: McodeToolsHostOptions, code: string, message: string): void {
  options.notify({ severity: "warning", code, message });
}

/** Children get no host, and no token either. */
function withoutHost({ settings }: McodeToolsHostOptions, readiness: Readiness): McodeToolsHost {
  return {
    readiness,
    environment: withheld(settings.auth),
    pathPrefix: undefined,
    folder: undefined,
    close: async () => undefined,
  };
}

/** The long-lived token stays here: no child inherits the variable that holds it. */
function withheld(auth: ConnectorAuth): Environment {
  return "env" in auth ? { [auth.env]: undefined } : {};
}
