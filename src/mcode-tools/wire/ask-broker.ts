import { connectorFault, connectorFaults } from "../connector/errors.ts";
import { texts } from "../connector/texts.ts";
import { readCapability } from "./capability.ts";
import { FrameClient } from "./client.ts";

/** Asks the host's broker for its status. @throws Fault `HOST_UNAVAILABLE`, or the broker's own code. */
export async function askBrokerStatus(
  endpoint: string,
  capabilityFile: string,
): Promise<Readonly<Record<string, unknown>>> {
  const capability = readCapability(capabilityFile);
  const client = await FrameClient.connect(endpoint).catch((error: NodeJS.ErrnoException) => {
    throw connectorFaults.hostUnavailable(error.code ?? error.message);
  });
  try {
    client.send({ version: 1, requestId: "status", capability, method: "status" });
    const answer = (await client.receive()) as BrokerAnswer | undefined;
    if (answer === undefined) throw connectorFaults.hostUnavailable(texts.connectionClosed);
    if (answer.result !== undefined) return answer.result;
    const { code, message } = answer.error ?? { code: "INTERNAL_ERROR", message: "" };
    throw connectorFault(code === "CAPABILITY_REJECTED" ? code : "HOST_UNAVAILABLE", message);
  } finally {
    client.close();
  }
}

interface BrokerAnswer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string };
}
