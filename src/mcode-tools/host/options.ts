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
  /**
   * Variables for children; undefined takes one out (the token that `connectors.auth.env` names). Put them in
   * with `hostedEnvironment` (environment/activate.ts).
   */
  readonly environment: Environment;
  /** Absolute folder to stand first on children's PATH, once. */
  readonly pathPrefix: string | undefined;
  /** Absolute; tools must not open anything in it. Undefined when there is no host. */
  readonly folder: string | undefined;
  /** Sockets, capability, launchers and folder are gone afterwards. Safe to call twice. */
  close(): Promise<void>;
}
