import { readFile } from "node:fs/promises";
import { connectorFaults } from "../connector/errors.ts";
import { texts } from "../connector/texts.ts";

/** The host's capability. @throws Fault `HOST_UNAVAILABLE`: after the end of the host its file is gone. */
export async function readCapability(path: string): Promise<string> {
  try {
    return (await readFile(path, "latin1")).trimEnd();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw connectorFaults.hostUnavailable(texts.capabilityUnreadable(code ?? String(error)));
  }
}
