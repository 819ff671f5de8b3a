import type { NameProblem } from "../../config/server-name.ts";
import { Fault } from "../../output/fault.ts";
import { mavisTexts as texts } from "./texts.ts";

export const MAVIS_CODES = [
  "no_scheduler",
  "unknown_command",
  "arguments_behind",
  "bad_arguments",
  "unknown",
  "exists",
  "bad_name",
  "ambiguous",
  "busy",
  "nothing_to_change",
  "unusable",
  "own_session",
] as const;
export type MavisCode = (typeof MAVIS_CODES)[number];

function fault(code: MavisCode, what: string, data?: Readonly<Record<string, unknown>>) {
  return new Fault<MavisCode>(code, { what, data });
}

/** The faults of mavis, one maker per kind; nothing was changed. */
export const mavisFault = {
  noScheduler: (command: string) => fault("no_scheduler", texts.noScheduler(command)),
  unknownCommand: (command: string, near: readonly string[]) =>
    fault("unknown_command", texts.unknown(command, near), { nearest: near }),
  argumentsBehind: (name: string, rest: string) =>
    fault("arguments_behind", texts.argumentsBehind(name, rest)),
  badArguments: (name: string, issues: readonly { readonly path: string; readonly message: string }[]) =>
    fault("bad_arguments", texts.badArguments(name, issues), { issues }),
  agentUnknown: (name: string, near: readonly string[]) =>
    fault("unknown", texts.agents.unknown(name, near), { nearest: near }),
  agentExists: (name: string) => fault("exists", texts.agents.exists(name)),
  agentName: (name: string) => fault("bad_name", texts.agents.badName(name)),
  agentAmbiguous: (name: string, files: readonly string[]) =>
    fault("ambiguous", texts.agents.ambiguous(name, files), { files }),
  agentsBusy: () => fault("busy", texts.agents.busy),
  agentNothing: (name: string) => fault("nothing_to_change", texts.agents.nothing(name)),
  agentUnusable: (file: string, why: string) => fault("unusable", texts.agents.unreadable(file, why)),
  sessionUnknown: (id: string, near: readonly string[]) =>
    fault("unknown", texts.sessions.unknown(id, near), { nearest: near }),
  ownSession: () => fault("own_session", texts.sessions.own),
  sessionBusy: (id: string) => fault("busy", texts.sessions.busy(id)),
  serverUnknown: (name: string, near: readonly string[]) =>
    fault("unknown", texts.mcp.unknown(name, near), { nearest: near }),
  serverExists: (name: string) => fault("exists", texts.mcp.exists(name)),
  serverBroken: (name: string) => fault("unusable", texts.mcp.broken(name)),
  serverInvalid: (name: string, problem: string) => fault("bad_arguments", texts.mcp.invalid(name, problem)),
  serverNameUnfit: ({ expected, got, instead }: NameProblem) =>
    fault("bad_arguments", texts.mcp.nameUnfit(expected, got, instead)),
  serverNothing: (name: string) => fault("nothing_to_change", texts.mcp.nothing(name)),
};
