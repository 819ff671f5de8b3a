import { Fault } from "../../output/fault.ts";
import { texts } from "./texts.ts";

export const BROKER_FAULT_CODES = ["token_unusable", "device_grant_failed", "endpoint_too_long"] as const;
export type BrokerFaultCode = (typeof BROKER_FAULT_CODES)[number];

/** The host's own faults around the broker; a client on the wire sees only the codes of protocol.ts. */
export const brokerFault = {
  tokenUnusable: (problem: string) => fault("token_unusable", texts.tokenUnusable(problem)),
  deviceGrantFailed: (problem: string) => fault("device_grant_failed", texts.deviceGrantFailed(problem)),
  endpointTooLong: (path: string, limit: number) =>
    fault("endpoint_too_long", texts.endpointTooLong(path, limit)),
};

function fault(code: BrokerFaultCode, what: string): Fault<BrokerFaultCode> {
  return new Fault(code, { what });
}
