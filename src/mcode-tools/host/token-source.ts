import { join } from "node:path";
import { onTerminal } from "../../config/host.ts";
import type { TokenSource } from "../broker/token-keeper.ts";
import { tokenSource } from "../broker/token-sources.ts";
import type { McodeToolsHostOptions } from "./options.ts";

type TokenSourceOptions = Pick<
  McodeToolsHostOptions,
  "host" | "settings" | "dataDir" | "helperEnvironment" | "mask"
>;

/** The source that `connectors.auth` names. OAuth is loaded with its first use. */
export function openTokenSource(options: TokenSourceOptions): TokenSource {
  const { host, settings, dataDir } = options;
  const { auth } = settings;
  if (!("oauth" in auth)) {
    return tokenSource(auth, {
      env: host.env,
      childEnv: options.helperEnvironment,
      cwd: host.home,
      platform: host.platform,
      now: host.now,
    });
  }
  let opened: Promise<TokenSource> | undefined;
  const open = async (): Promise<TokenSource> => {
    const { deviceGrantSource } = await import("../broker/device-grant.ts");
    return deviceGrantSource({
      ...auth.oauth,
      store: join(dataDir, "turnkit", "auth", "connectors.json"),
      platform: host.platform,
      now: host.now,
      ask: onTerminal(host) ? (text) => host.stderr.write(`${text}\n`) : undefined,
      onSecret: (name, value) => options.mask.add(name, value),
    });
  };
  let source: TokenSource | undefined;
  return {
    kind: "oauth",
    get authorizing() {
      return source?.authorizing === true;
    },
    async read(request) {
      opened ??= open();
      source = await opened;
      return source.read(request);
    },
  };
}
