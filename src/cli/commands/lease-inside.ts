import { connectorFaults } from "../../mcode-tools/connector/errors.ts";
import { type HostFacts, hostingOf } from "../../mcode-tools/environment/hosted.ts";
import { HOST_VARIABLES } from "../../mcode-tools/environment/names.ts";
import { askBrokerStatus } from "../../mcode-tools/wire/ask-broker.ts";
import { jsonDocument } from "../../output/json.ts";
import type { CliContext } from "../context.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { leaseFault } from "./lease-errors.ts";

/** `lease env`: the host's variables as they stand, one a line. */
export function runLeaseEnv(this: CliContext, flags: GlobalFlags): void {
  inside(this);
  const { env, stdout } = this.host;
  const set = Object.values(HOST_VARIABLES).filter((name) => env[name] !== undefined);
  if (flags.json === true) {
    const environment = Object.fromEntries(set.map((name) => [name, env[name]]));
    stdout.write(jsonDocument({ schemaVersion: 1, environment }));
  } else stdout.write(set.map((name) => `${name}=${env[name]}\n`).join(""));
}

/** `lease status`: asks the broker. */
export async function runLeaseStatus(this: CliContext, flags: GlobalFlags): Promise<void> {
  const { brokerEndpoint, capabilityFile } = inside(this);
  const { method: _, ...status } = await askBrokerStatus(brokerEndpoint, capabilityFile);
  const { stdout } = this.host;
  if (flags.json === true) stdout.write(jsonDocument({ schemaVersion: 1, ...status }));
  else stdout.write(`${status.status} (generation ${status.generation})\n`);
}

/** @throws Fault exit 2 outside of a lease environment, or in half of one. */
function inside({ host }: CliContext): HostFacts {
  const hosting = hostingOf(host.env);
  if (hosting.kind === "incomplete") throw connectorFaults.hostIncomplete(hosting.missing);
  if (hosting.kind === "standalone") throw leaseFault.outside();
  return hosting.host;
}
