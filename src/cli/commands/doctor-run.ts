import { childEnvironments } from "../../config/child-environment.ts";
import { namedDataDir } from "../../config/data-dir.ts";
import { credentialNames } from "../../config/environment-names.ts";
import { expandPath } from "../../config/paths.ts";
import { VERSION } from "../../config/version.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { jsonDocument } from "../../output/json.ts";
import { visible } from "../../output/visible.ts";
import type { CliContext } from "../context.ts";
import { checkConfigFile, checkServerFiles } from "../doctor/files.ts";
import { checkFolders } from "../doctor/folders.ts";
import { checkPrograms } from "../doctor/programs.ts";
import { checkEnvironment, checkMcodeTools, checkModels } from "../doctor/surroundings.ts";
import { doctorTexts as texts } from "../doctor/texts.ts";
import type { Check, CheckStatus, Examined } from "../doctor/types.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { checkPlaces } from "../sound-flags.ts";

export async function runDoctor(this: CliContext, flags: GlobalFlags): Promise<void> {
  const { host } = this;
  const dataDir = namedDataDir(host, flags.dataDir);
  const workspace = expandPath(flags.workspace ?? ".", host.cwd, host.home);
  await checkPlaces(host, { workspace: flags.workspace });
  const { loaded, checks } = await checkConfigFile({ host, dataDir }, flags);
  const all = [...checks, ...(await furtherChecks({ host, dataDir, workspace, loaded }))];
  host.stdout.write(flags.json === true ? document(all, host.platform) : report(all));
  if (all.some(({ status }) => status === "failed")) this.exitWith(ExitCode.found);
}

async function furtherChecks(examined: Examined): Promise<readonly Check[]> {
  const { config } = examined.loaded;
  const environments = childEnvironments(examined.host, {
    ...config.tools.bash,
    credentials: credentialNames(config),
  });
  return [
    ...checkFolders(examined),
    ...(await checkServerFiles(examined)),
    ...(await checkPrograms(examined, environments)),
    ...checkEnvironment(examined, environments),
    ...checkModels(examined),
    await checkMcodeTools(examined, environments),
  ];
}

function document(checks: readonly Check[], platform: string): string {
  return jsonDocument({ schemaVersion: 1, version: VERSION, platform, checks });
}

const MARKS: Readonly<Record<CheckStatus, string>> = { ok: "ok     ", warning: "warning", failed: "failed " };

function report(checks: readonly Check[]): string {
  const count = (wanted: CheckStatus) => checks.filter(({ status }) => status === wanted).length;
  const lines = checks.flatMap(({ status, check, found, fix }) => [
    `${MARKS[status]} ${check}: ${visible(found)}\n`,
    ...(fix === undefined ? [] : [`        -> ${visible(fix)}\n`]),
  ]);
  return lines.join("") + texts.summary(count("ok"), count("warning"), count("failed"));
}
