import type { Environment, Host } from "../../config/host.ts";
import type { ConnectorsConfig } from "../../config/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import type { SecretMask } from "../../output/secrets.ts";
import type { ConnectorCalls, Readiness } from "../types.ts";

export interface McodeToolsHostOptions {
  readonly host: Host;
  /** Absolute. */
  readonly dataDir: string;
  /** `beta.mcodeTools` */
  readonly enabled: boolean;
  readonly settings: ConnectorsConfig;
  /** What a token command inherits, scrubbed. */
  readonly helperEnvironment: Environment;
  /** Tokens are added to it before anybody gets them; what goes to children is masked with it. */
  readonly mask: SecretMask;
  /** The connector tools of this turn and the way their calls are judged. */
  readonly connectors: ConnectorCalls;
  /** Each thing worth telling, once. */
  notify(diagnostic: Diagnostic): void;
}

/** mcode-tools of one turn (or of `lease exec`). */
export interface McodeToolsHost {
  readonly readiness: Readiness;
  /** Variables for children; empty when there is no host to reach. */
  readonly environment: Environment;
  /** Absolute folder to stand first on children's PATH, once. */
  readonly pathPrefix: string | undefined;
  /** Sockets, capability, launchers and folder are gone afterwards. Safe to call twice. */
  close(): Promise<void>;
}
