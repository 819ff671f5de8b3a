import type { Host } from "../../config/host.ts";
import { openAssets } from "../../mcode-tools/assets/service.ts";
import { TokenKeeper } from "../../mcode-tools/broker/token-keeper.ts";
import { connectorFaults } from "../../mcode-tools/connector/errors.ts";
import { localBackend } from "../../mcode-tools/connector/local-backend.ts";
import { texts } from "../../mcode-tools/connector/texts.ts";
import type { ConnectorBackend } from "../../mcode-tools/connector/types.ts";
import { openTokenSource } from "../../mcode-tools/host/token-source.ts";
import { messageOf } from "../../output/fault.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { type ConnectorSetup, openConnectorSetup } from "./connector-setup.ts";

/** The connectors without a host: connected by this process, closed with it. */
export async function standaloneBackend(flags: GlobalFlags, host: Host): Promise<ConnectorBackend> {
  const setup = await openConnectorSetup({ host, flags, signal: host.signal });
  const { assets } = setup.workplace.loaded.config.connectors;
  const tokens = tokensOf(setup, host);
  const token = async (): Promise<string | undefined> => (await tokens.lease(0))?.accessToken;
  // A folder is served for as long as a host lives; this process ends with its answer.
  const served =
    assets !== undefined && "url" in assets ? await openAssets(assets, { token, now: host.now }) : undefined;
  const backend = localBackend(setup.calls, served);
  const needHost = async (): Promise<never> => {
    throw connectorFaults.assetsUnavailable(texts.assetsNeedHost);
  };
  return {
    ...backend,
    call: (name, args) => backend.call(name, args, host.signal),
    ...(assets !== undefined && "folder" in assets ? { assetUrl: needHost, tempUrl: needHost } : {}),
    async close() {
      tokens.close();
      await setup.connectors.close();
    },
  };
}

/** What a broker would say here. */
export async function standaloneAuthStatus(flags: GlobalFlags, host: Host) {
  const setup = await openConnectorSetup({ host, flags: { ...flags, quiet: true } });
  const tokens = tokensOf(setup, host);
  try {
    return { auth_mode: tokens.kind, ...(await tokens.status()) };
  } finally {
    tokens.close();
    await setup.connectors.close();
  }
}

function tokensOf(setup: ConnectorSetup, host: Host): TokenKeeper {
  const { workplace, mask, notify } = setup;
  const source = openTokenSource({
    host,
    settings: workplace.loaded.config.connectors,
    dataDir: workplace.dataDir.path,
    helperEnvironment: setup.helper,
    mask,
  });
  return new TokenKeeper({
    source,
    now: host.now,
    onToken: ({ accessToken }) => mask.add("connectors.auth", accessToken),
    onFailure: (error) => notify({ severity: "warning", code: "token_unusable", message: messageOf(error) }),
  });
}
