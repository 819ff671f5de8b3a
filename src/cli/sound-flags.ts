import { statSync } from "node:fs";
import type { Host } from "../config/host.ts";
import { ExitCode } from "../output/exit-codes.ts";
import { Fault } from "../output/fault.ts";
import type { CliContext, RunnableCommand } from "./context.ts";
import type { GlobalFlags } from "./global-flags.ts";
import { texts } from "./texts.ts";

/** A command whose loader gives what runs. */
export interface SoundCommand extends RunnableCommand {
  readonly loader: () => Promise<CommandFunction>;
}

type Loaded = Awaited<ReturnType<RunnableCommand["loader"]>>;
type CommandFunction = Exclude<Loaded, { readonly default: unknown }>;

/**
 * The command that runs only with global flags that make sense, whether it uses them or not: `--json` and
 * `--format json` are one and another format beside it is refused; with `places`, folders and files that are named
 * exist.
 */
export function withSoundFlags(
  command: RunnableCommand,
  { places }: { readonly places: boolean },
): SoundCommand {
  return {
    parameters: command.parameters,
    loader: async () => {
      const loaded = await command.loader();
      const run = "default" in loaded ? loaded.default : loaded;
      return async function (this: CliContext, flags, ...args) {
        const sound = oneFormat(flags);
        if (places) await checkPlaces(this.host, flags);
        return run.call(this, sound, ...args);
      };
    },
  };
}

/**
 * @throws Fault (exit 2) for a workspace that is no folder, a data dir that is something else, a configuration that
 * does not exist.
 */
export async function checkPlaces(
  host: Host,
  { workspace, dataDir, config }: Pick<GlobalFlags, "workspace" | "dataDir" | "config">,
): Promise<void> {
  if (workspace === undefined && dataDir === undefined && config === undefined) return;
  const { expandPath } = await import("../config/paths.ts");
  const at = (path: string) => expandPath(path, host.cwd, host.home);
  if (workspace !== undefined) await (await import("../turn/workplace.ts")).checkWorkspace(at(workspace));
  if (dataDir !== undefined) (await import("../config/data-dir.ts")).resolveDataDir(host, dataDir);
  if (config !== undefined && statSync(at(config), { throwIfNoEntry: false }) === undefined) {
    const { configFault } = await import("../config/errors.ts");
    throw configFault.configMissing(config);
  }
}

function oneFormat<Flags extends { readonly json?: boolean; readonly format?: unknown }>(
  flags: Flags,
): Flags {
  const { json, format } = flags;
  if (format === "json") return { ...flags, json: true };
  if (json !== true || format === undefined) return flags;
  throw new Fault("format_conflict", {
    what: texts.formatConflict(String(format)),
    where: "--format",
    hint: texts.formatConflictHint,
    exit: ExitCode.usage,
  });
}
