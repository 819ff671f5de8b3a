import { readFileSync } from "node:fs";
import { connectorFaults } from "../connector/errors.ts";
import { texts } from "../connector/texts.ts";

/** The host's capability. @throws Fault `HOST_UNAVAILABLE`: after the end of the host its file is gone. */
export function readCapability(path: string): string {
  try {
    return readFileSync(path, "latin1").trimEnd();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw connectorFaults.hostUnavailable(texts.capabilityUnreadable(code ?? String(error)));
  }
}
