import { join } from "node:path";
import type { Host } from "../config/host.ts";
import { loadSkills, type SkillFile } from "../config/skills.ts";
import { texts } from "../config/texts.ts";
import { MASTER_SKILL } from "../mcode-tools/reminder.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { nearest } from "../output/nearest.ts";
import type { QuestionPort } from "../tools/ask-user/types.ts";
import { isInWorkTree } from "../tools/git/work-tree.ts";
import type { LocalAdapters } from "../tools/services.ts";
import type { Delegation } from "../tools/task/types.ts";
import { searchSettings } from "../tools/web-search/settings.ts";
import { featureSwitches } from "./feature-switches.ts";
import { sessionStore } from "./session/session-store.ts";
import type { Workplace } from "./workplace.ts";

export interface AdapterOptions {
  readonly host: Pick<Host, "platform" | "env">;
  readonly workplace: Workplace;
  /** Only these skills, where the agent names some; and where its file does so. */
  readonly skillNames?: readonly string[];
  readonly skillPlaces?: readonly string[];
  /** Where somebody can answer at once. */
  readonly questions?: QuestionPort;
  /** Children to give work to. */
  readonly delegation?: Delegation;
  report(diagnostic: Diagnostic): void;
}

/** What the conditional local tools stand on; folders are read, nothing is started or made. */
export async function localAdapters(options: AdapterOptions): Promise<LocalAdapters> {
  const { workplace, host } = options;
  const { dataDir, loaded } = workplace;
  return {
    skills: await skillsOf(options),
    memory: { folder: join(dataDir.path, "memory") },
    mavis: { dataDir, sessions: sessionStore(dataDir.sessions, host.platform) },
    questions: options.questions,
    delegation: options.delegation,
    features: featureSwitches(loaded.config, loaded.path ?? dataDir.configFile, host.platform),
    workTree: isInWorkTree(workplace.workspace),
    webFetch: { allow: loaded.config.tools.webFetch.allow },
    webSearch: searchSettings(loaded.config.tools.webSearch, host),
    deploy: loaded.config.tools.websiteDeploy,
    dataDir: dataDir.path,
  };
}

/** Folders whose files a skill may name: readable in every permission mode. */
export function skillFolders({ skills }: LocalAdapters): string[] {
  return (skills ?? []).flatMap(({ folder }) => folder ?? []);
}

async function skillsOf({
  workplace,
  skillNames,
  skillPlaces,
  report,
}: AdapterOptions): Promise<readonly SkillFile[]> {
  const { dataDir, workspace, loaded, trustProject } = workplace;
  const { mcodeTools } = loaded.config.beta;
  const { skills, diagnostics } = await loadSkills({
    dataDir,
    workspace,
    trustProject,
    offersBuiltIn: (name) => name !== MASTER_SKILL || mcodeTools,
  });
  for (const diagnostic of diagnostics) report(diagnostic);
  if (skillNames === undefined) return skills;
  const known = skills.map(({ name }) => name);
  for (const [index, name] of skillNames.entries()) {
    if (known.includes(name)) continue;
    const message = texts.skillUnknown(name, nearest(name, known));
    report({ severity: "warning", code: "agent_unknown_skill", message, where: skillPlaces?.[index] });
  }
  return skills.filter(({ name }) => skillNames.includes(name));
}
