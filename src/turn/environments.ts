import { type BuiltEnvironments, childEnvironments } from "../config/child-environment.ts";
import { credentialNames } from "../config/environment-names.ts";
import type { Host } from "../config/host.ts";
import type { Config } from "../config/types.ts";

/** What the children of a turn may see, by its configuration. */
export function turnEnvironments(
  host: Pick<Host, "env" | "stdin" | "stderr">,
  config: Config,
): BuiltEnvironments {
  return childEnvironments(host, { ...config.tools.bash, credentials: credentialNames(config) });
}
