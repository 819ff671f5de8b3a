import { ExitCode } from "../../output/exit-codes.ts";
import { Fault, isFault } from "../../output/fault.ts";
import { texts } from "./texts.ts";

/** What can go wrong with a connector command; printed as `error: CODE: message`. */
export const CONNECTOR_CODES = [
  "USAGE",
  "INVALID_ARGUMENTS",
  "UNKNOWN_TOOL",
  "PERMISSION_DENIED",
  "TOOL_FAILED",
  "CONNECTOR_UNAVAILABLE",
  "HOST_INCOMPLETE",
  "HOST_UNAVAILABLE",
  "CAPABILITY_REJECTED",
  "AUTH_REQUIRED",
  "ASSETS_UNAVAILABLE",
  "ASSET_UNKNOWN",
  "FILE_UNREADABLE",
  "FILE_UNWRITABLE",
  "TOO_LONG",
  "INTERRUPTED",
  "INTERNAL_ERROR",
] as const;
export type ConnectorCode = (typeof CONNECTOR_CODES)[number];

/** Wrong words on the command line; every other failure is one of the work. */
const USAGE: ReadonlySet<ConnectorCode> = new Set(["USAGE", "INVALID_ARGUMENTS", "UNKNOWN_TOOL"]);

/** A fault of this room by its code; used for what came over the wire as well. */
export function connectorFault(code: ConnectorCode, message: string, hint?: string): Fault<ConnectorCode> {
  const exit = USAGE.has(code) ? ExitCode.usage : ExitCode.failed;
  return new Fault(code, { what: `${code}: ${message}`, hint, exit, data: { message } });
}

export const connectorFaults = {
  usage: (problem: string) => connectorFault("USAGE", problem, texts.seeHelp),
  invalidArguments: (problem: string) => connectorFault("INVALID_ARGUMENTS", problem),
  unknownTool: (name: string, nearest: readonly string[]) =>
    connectorFault("UNKNOWN_TOOL", texts.unknownTool(name), texts.nearestTools(nearest)),
  hostIncomplete: (missing: readonly string[]) =>
    connectorFault("HOST_INCOMPLETE", texts.hostIncomplete(missing), texts.restart),
  hostUnavailable: (problem: string) =>
    connectorFault("HOST_UNAVAILABLE", texts.hostUnavailable(problem), texts.restart),
  noConnectors: () => connectorFault("HOST_UNAVAILABLE", texts.noConnectors),
  fileUnreadable: (path: string, problem: string) =>
    connectorFault("FILE_UNREADABLE", texts.fileUnreadable(path, problem)),
  fileUnwritable: (path: string, problem: string) =>
    connectorFault("FILE_UNWRITABLE", texts.fileUnwritable(path, problem)),
  assetsUnavailable: (problem: string) => connectorFault("ASSETS_UNAVAILABLE", problem),
  /** The verb does not exist where no assets are configured. */
  assetsAbsent: (verb: string) => connectorFault("USAGE", texts.assetsAbsent(verb), texts.seeHelp),
  assetUnknown: (nodeId: string) => connectorFault("ASSET_UNKNOWN", texts.assetUnknown(nodeId)),
  tooLong: (what: string, limit: number, got: number | string = texts.moreThan(limit)) =>
    connectorFault("TOO_LONG", texts.tooLong(what, limit, got)),
};

export function isConnectorFault(error: unknown): error is Fault<ConnectorCode> {
  return isFault(error) && isConnectorCode(error.code);
}

/** Whether a text from the wire is a code that this program knows. */
export function isConnectorCode(code: unknown): code is ConnectorCode {
  return CONNECTOR_CODES.some((known) => known === code);
}
