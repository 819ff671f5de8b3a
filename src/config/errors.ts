import { ExitCode } from "../output/exit-codes.ts";
import { Fault, type FaultText, messageOf } from "../output/fault.ts";
import { systemReason } from "../output/system-error.ts";

export { systemCode as codeOf } from "../output/system-error.ts";

import type { SyntaxProblem } from "./source-node.ts";
import { type SourceText, whereOf } from "./source-text.ts";
import { texts } from "./texts.ts";

export const CONFIG_CODES = [
  "data_dir_unusable",
  "folder_unusable",
  "file_unwritable",
  "source_missing",
  "source_unreadable",
  "syntax",
  "config_invalid",
  "mcp_file_invalid",
  "agent_invalid",
  "agent_unknown",
  "skill_invalid",
  "program_unpackable",
  "config_busy",
  "config_unchangeable",
  "mcp_file_busy",
] as const;
export type ConfigCode = (typeof CONFIG_CODES)[number];

/** A problem in a document, with its `file:line:column`. */
export interface PlacedProblem extends FaultText {
  readonly where: string;
}

const usage = ExitCode.usage;

/** The faults of this room, one maker per kind; the code is what callers look at. */
export const configFault = {
  emptyFlag: (flag: string): Fault<ConfigCode> =>
    new Fault("data_dir_unusable", { what: texts.emptyFlag(flag), where: flag, exit: usage }),
  dataDirNoFolder: (origin: string, path: string): Fault<ConfigCode> =>
    new Fault("data_dir_unusable", {
      what: texts.dataDirNoFolder(origin),
      where: path,
      hint: texts.dataDirNoFolderHint,
      exit: usage,
    }),
  noHome: (): Fault<ConfigCode> =>
    new Fault("data_dir_unusable", { what: texts.noHome, hint: texts.noHomeHint, exit: usage }),
  folderUnusable: (path: string, cause: unknown): Fault<ConfigCode> =>
    new Fault("folder_unusable", { what: texts.folderUnusable(systemReason(cause)), where: path, cause }),
  fileUnwritable: (path: string, cause: unknown): Fault<ConfigCode> =>
    new Fault("file_unwritable", { what: texts.fileUnwritable(systemReason(cause)), where: path, cause }),
  sourceMissing: (role: string, where: string, flag: string): Fault<ConfigCode> =>
    new Fault("source_missing", { what: texts.sourceMissing(role, flag), where, exit: usage }),
  configMissing: (shown: string): Fault<ConfigCode> =>
    configFault.sourceMissing(texts.roles.config, shown, "--config"),
  /** `cause` is the failed call of the system, or its code alone. */
  sourceUnreadable: (role: string, where: string, cause: unknown): Fault<ConfigCode> =>
    new Fault("source_unreadable", {
      what: texts.sourceUnreadable(role, systemReason(cause)),
      where,
      exit: usage,
      cause,
    }),
  sourceTooBig: (role: string, where: string, bytes?: number): Fault<ConfigCode> =>
    new Fault("source_unreadable", { what: texts.sourceTooBig(role, bytes), where, exit: usage }),
  syntax: (
    role: string,
    source: SourceText,
    problems: readonly [SyntaxProblem, ...SyntaxProblem[]],
    hint?: string,
  ): Fault<ConfigCode> => {
    const [first, ...others] = problems.map(({ message, offset }) => ({
      what: texts.sourceUnreadable(role, message),
      where: whereOf(source, offset),
    }));
    return new Fault("syntax", { what: "", ...first, hint, exit: usage, others });
  },
  invalid: (first: PlacedProblem, others: readonly PlacedProblem[]): Fault<ConfigCode> =>
    new Fault("config_invalid", { ...first, exit: usage, others }),
  configBusy: (path: string): Fault<ConfigCode> =>
    new Fault("config_busy", { what: texts.configBusy, where: path, hint: texts.configBusyHint }),
  configUnchangeable: (path: string, setting: string): Fault<ConfigCode> =>
    new Fault("config_unchangeable", {
      what: texts.configUnchangeable(setting),
      where: path,
      hint: texts.configUnchangeableHint,
    }),
  mcpFileBusy: (path: string): Fault<ConfigCode> =>
    new Fault("mcp_file_busy", { what: texts.mcpFileBusy, where: path, hint: texts.mcpFileBusyHint }),
  mcpFileMissing: (shown: string): Fault<ConfigCode> =>
    configFault.sourceMissing(texts.roles.mcp, shown, "--mcp-config"),
  mcpFileInvalid: (problem: string, where: string): Fault<ConfigCode> =>
    new Fault("mcp_file_invalid", {
      what: texts.sourceUnreadable(texts.roles.mcp, problem),
      where,
      hint: texts.mcpForm,
      exit: usage,
    }),
  mcpFileKey: (key: string, where: string): Fault<ConfigCode> =>
    new Fault("mcp_file_invalid", {
      what: texts.mcpFileKey(key),
      where,
      hint: texts.mcpFileKeyHint,
      exit: usage,
    }),
  nothingToImport: (where: string): Fault<ConfigCode> =>
    new Fault("mcp_file_invalid", {
      what: texts.nothingToImport,
      where,
      hint: texts.nothingToImportHint,
      exit: usage,
    }),
  programUnpackable: (name: string, where: string, cause: unknown): Fault<ConfigCode> =>
    new Fault("program_unpackable", {
      what: texts.programUnpackable(name, cause === undefined ? texts.notTrusted : messageOf(cause)),
      where,
      hint: texts.programUnpackableHint,
      cause,
    }),
  agentInvalid: (first: PlacedProblem, others: readonly PlacedProblem[]): Fault<ConfigCode> =>
    new Fault("agent_invalid", { ...first, exit: usage, others }),
  agentFileMissing: (shown: string): Fault<ConfigCode> =>
    configFault.sourceMissing(texts.roles.agent, shown, "--agent"),
  agentUnknown: (name: string, near: readonly string[]): Fault<ConfigCode> =>
    new Fault("agent_unknown", {
      what: texts.agentUnknown(name),
      where: "--agent",
      hint: near.length === 0 ? texts.agentUnknownHint : texts.didYouMean(near),
      exit: usage,
    }),
  agentAmbiguous: (name: string, files: readonly string[]): Fault<ConfigCode> =>
    new Fault("agent_unknown", {
      what: texts.agentAmbiguous(name, files),
      where: "--agent",
      hint: texts.agentAmbiguousHint,
      exit: usage,
    }),
  skillName: (problem: string, where: string): Fault<ConfigCode> =>
    new Fault("skill_invalid", { what: texts.skillName(problem), where }),
  notUtf8: (role: string, where: string): Fault<ConfigCode> =>
    new Fault("source_unreadable", {
      what: texts.notUtf8(role),
      where,
      hint: texts.notUtf8Hint,
      exit: usage,
    }),
};
