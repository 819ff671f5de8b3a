import { configFault } from "../../config/errors.ts";
import type { Host } from "../../config/host.ts";
import { expandPath } from "../../config/paths.ts";
import { plainValue } from "../../config/source-node.ts";
import { readSource, type SourceText } from "../../config/source-text.ts";
import { turnFault } from "../../turn/errors.ts";
import { stdinText } from "../../turn/prompt-input.ts";
import type { CallFlags } from "./call.ts";

const ROLE = "the arguments";

/**
 * The arguments of a call: one JSON object from `--args` or `--args-file`, none is `{}`.
 * @throws Fault (exit 2) with the position of what is no JSON, for both flags, for anything but an object.
 */
export async function readArguments(host: Host, flags: CallFlags): Promise<unknown> {
  if (flags.args !== undefined && flags.argsFile !== undefined) {
    throw turnFault.flagConflict("--args", "--args-file");
  }
  const source = await writtenArguments(host, flags);
  if (source === undefined) return {};
  const { parseJson } = await import("../../config/json-source.ts");
  const parsed = parseJson(source.text);
  if (!parsed.ok) throw configFault.syntax(ROLE, source, parsed.problems);
  const value = parsed.root === undefined ? undefined : plainValue(parsed.root);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw turnFault.argumentsNoObject(source.file);
  }
  return value;
}

async function writtenArguments(host: Host, { args, argsFile }: CallFlags): Promise<SourceText | undefined> {
  // "-" alone is no JSON: with either flag it can only mean stdin.
  if (args === "-" || argsFile === "-") return { file: "stdin", text: await stdinText(host) };
  if (args !== undefined) return { file: "--args", text: args };
  if (argsFile === undefined) return undefined;
  const source = readSource(expandPath(argsFile, host.cwd, host.home), { role: ROLE, shown: argsFile });
  if (source === undefined) throw configFault.sourceMissing(ROLE, argsFile, "--args-file");
  return source;
}
