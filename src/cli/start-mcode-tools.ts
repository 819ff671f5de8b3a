import type { Host } from "../config/host.ts";
import { isFault } from "../output/fault.ts";
import { runMcodeTools } from "./commands/mcode-tools-run.ts";
import type { GlobalFlags } from "./global-flags.ts";
import { endIfInterrupted, processHost, type Start } from "./host.ts";

/** `turnkit mcode-tools …` as the launchers start it: past the command frame, whose loading would be felt. */
export async function startMcodeTools(words: readonly string[], start: Start): Promise<number> {
  const { code, passedOn } = await runMcodeToolsLine(words, [], processHost(start));
  if (!passedOn) endIfInterrupted();
  return code;
}

/** @param leading global flags that stood before `mcode-tools`, as typed. Never rejects. */
export async function runMcodeToolsLine(
  words: readonly string[],
  leading: readonly string[],
  host: Host,
): Promise<{ readonly code: number; readonly passedOn: boolean }> {
  const flags = globalFlagsOf(leading);
  try {
    const empty = Object.entries(flags).find(([, value]) => value === "");
    if (empty !== undefined) throw await emptyFlag(empty[0]);
    if (leading.length > 0) await (await import("./sound-flags.ts")).checkPlaces(host, flags);
    const passed = await runMcodeTools(words, flags, host);
    return { code: passed ?? 0, passedOn: passed !== undefined };
  } catch (error) {
    const { errorLines } = await import("./error-lines.ts");
    host.stderr.write(`${errorLines(error, flags.verbose === true)}\n`);
    return { code: isFault(error) ? error.exit : 1, passedOn: false };
  }
}

/** The frame has told them from the command already; here they only become fields. */
function globalFlagsOf(leading: readonly string[]): GlobalFlags {
  const flags: Record<string, string | boolean> = {};
  for (let at = 0; at < leading.length; at++) {
    const word = leading[at] ?? "";
    const [name = word] = word.split("=", 1);
    const key = name.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (name !== word) flags[key] = word.slice(name.length + 1);
    else if (SWITCHES.has(name)) flags[key] = true;
    else flags[key] = leading[++at] ?? "";
  }
  return flags;
}

async function emptyFlag(key: string) {
  const { configFault } = await import("../config/errors.ts");
  return configFault.emptyFlag(`--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
}

const SWITCHES = new Set(["--strict-config", "--json", "--quiet", "--verbose"]);
