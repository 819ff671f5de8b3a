import { BUILTIN_TOOL_IDS, MATRIX_TOOL_IDS } from "../config/tool-ids.ts";
import { listNames, selectorNames } from "./matching.ts";
import { isAuthoritativeMain, isTrustedSubAgent } from "./profile.ts";
import { remedies, texts } from "./texts.ts";
import { DELEGATION, DESKTOP_PREFIX, NOT_FOR_CHILDREN, ROLE_LIMITS, TASK_CONTROLS } from "./tool-sets.ts";
import type { CatalogEntry, CatalogFacts, Remedy, StageName } from "./types.ts";

/** What one stage says of one tool. */
export type Judgement =
  | { readonly verdict: "pass" }
  | { readonly verdict: "n/a" }
  | { readonly verdict: "drop"; readonly reason: string; readonly bringIn: readonly Remedy[] };

/** One filter: pure, decides by the frozen facts and the tool alone. */
export interface Stage {
  readonly name: StageName;
  /** False where these facts let it drop no tool at all: listings need not ask it. */
  mayDrop(facts: CatalogFacts): boolean;
  judge(entry: CatalogEntry, facts: CatalogFacts): Judgement;
}

const PASS: Judgement = { verdict: "pass" };
const NOT_CONCERNED: Judgement = { verdict: "n/a" };

function drop(reason: string, ...bringIn: readonly Remedy[]): Judgement {
  return { verdict: "drop", reason, bringIn };
}

/** The filters 1 to 7 of 30-catalog, in order. The first that drops a tool is its recorded reason. */
export const STAGES: readonly Stage[] = [
  { name: "model", mayDrop: ({ model }) => model.supports.image || model.supports.video, judge: byModel },
  { name: "computer-use", mayDrop: ({ computerUse }) => !computerUse, judge: byComputerUse },
  { name: "selector", mayDrop: selectsTools, judge: bySelector },
  { name: "mcp-server", mayDrop: selectsServers, judge: byServer },
  { name: "delegation", mayDrop: ({ profile }) => !isAuthoritativeMain(profile), judge: byDelegation },
  { name: "surface", mayDrop: ({ profile }) => profile?.surface === "task-child", judge: bySurface },
  { name: "feature", mayDrop: lacksFeatures, judge: byFeature },
  { name: "ceiling", mayDrop: limitsTools, judge: byCeiling },
  { name: "role", mayDrop: limitsRole, judge: byRole },
  { name: "role-mcp", mayDrop: limitsRole, judge: byRoleMcp },
  { name: "goal", mayDrop: isChild, judge: byGoal },
];

/** The only stages that tools of extensions meet: they are registered for a turn whose facts are known. */
const EXTENSION_STAGES: readonly StageName[] = ["selector", "role"];

/** The stage's word on a tool, `n/a` where the tool's kind does not meet it. */
export function judge(stage: Stage, entry: CatalogEntry, facts: CatalogFacts): Judgement {
  if (entry.kind === "extension" && !EXTENSION_STAGES.includes(stage.name)) return NOT_CONCERNED;
  return stage.judge(entry, facts);
}

function byModel({ tool }: CatalogEntry, { model }: CatalogFacts): Judgement {
  const { name } = tool.def;
  if (name !== "images_understand" && name !== "videos_understand") return NOT_CONCERNED;
  const sees = name === "images_understand" ? model.supports.image : model.supports.video;
  if (!sees) return PASS;
  return drop(texts.modelSees(name === "images_understand" ? "images" : "video"), remedies.otherModel);
}

function byComputerUse({ tool }: CatalogEntry, { computerUse }: CatalogFacts): Judgement {
  if (!tool.def.name.startsWith(DESKTOP_PREFIX)) return NOT_CONCERNED;
  return computerUse ? PASS : drop(texts.computerUseOff, remedies.computerUse);
}

function selectsTools({ profile }: CatalogFacts): boolean {
  return (profile?.selection.tools ?? profile?.selection.disallowedTools) !== undefined;
}

function selectsServers({ profile }: CatalogFacts): boolean {
  return profile?.selection.mcpServers !== undefined;
}

function lacksFeatures({ profile }: CatalogFacts): boolean {
  return profile !== undefined && !Object.values(profile.ceiling.features).every(Boolean);
}

function limitsTools({ profile }: CatalogFacts): boolean {
  return (profile?.ceiling.tools ?? profile?.ceiling.builtinTools) !== undefined;
}

function limitsRole({ profile }: CatalogFacts): boolean {
  return roleLimit(profile) !== undefined;
}

function bySelector(entry: CatalogEntry, { profile }: CatalogFacts): Judgement {
  const { tools, disallowedTools } = profile?.selection ?? {};
  if (tools === undefined && disallowedTools === undefined) return NOT_CONCERNED;
  const names = selectorNames(entry);
  if (disallowedTools !== undefined && listNames(disallowedTools, names)) {
    return drop(texts.disallowed, remedies.agentFile("disallowedTools", "without"));
  }
  if (tools !== undefined && !listNames(tools, names)) {
    return drop(texts.notSelected, remedies.agentFile("tools", "with"));
  }
  return PASS;
}

function byServer({ kind, serverName }: CatalogEntry, { profile }: CatalogFacts): Judgement {
  const servers = profile?.selection.mcpServers;
  if (kind !== "mcp" || servers === undefined) return NOT_CONCERNED;
  if (serverName === undefined) return drop(texts.noServerName, remedies.agentFile("mcpServers", "without"));
  if (listNames(servers, [serverName])) return PASS;
  return drop(texts.serverNotSelected(serverName), remedies.agentFile("mcpServers", "with"));
}

function byDelegation({ tool, source }: CatalogEntry, { profile }: CatalogFacts): Judgement {
  const { name } = tool.def;
  const foreignControl = source !== "builtin" && TASK_CONTROLS.includes(name);
  if (!DELEGATION.includes(name) && !foreignControl) return NOT_CONCERNED;
  return isAuthoritativeMain(profile) ? PASS : drop(texts.notTheMain, remedies.mainAgent);
}

function bySurface({ tool }: CatalogEntry, { profile }: CatalogFacts): Judgement {
  const { name } = tool.def;
  const notForSubAgent = name === "mavis" && isTrustedSubAgent(profile);
  if (profile === undefined || !(NOT_FOR_CHILDREN.includes(name) || notForSubAgent)) return NOT_CONCERNED;
  return profile.surface === "task-child" ? drop(texts.notForChildren, remedies.surface) : PASS;
}

function byFeature({ tool }: CatalogEntry, { profile }: CatalogFacts): Judgement {
  const feature = featureOf(tool.def.name);
  if (profile === undefined || feature === undefined) return NOT_CONCERNED;
  return profile.ceiling.features[feature]
    ? PASS
    : drop(texts.featureOff(feature), remedies.feature(feature));
}

function featureOf(name: string): "mavis" | "delegation" | "webSearch" | undefined {
  if (name === "mavis") return "mavis";
  if (name === "web_search") return "webSearch";
  return DELEGATION.includes(name) ? "delegation" : undefined;
}

function byCeiling({ tool }: CatalogEntry, { profile }: CatalogFacts): Judgement {
  if (profile === undefined) return NOT_CONCERNED;
  const { name } = tool.def;
  const { tools, builtinTools } = profile.ceiling;
  if (isOneOf(BUILTIN_TOOL_IDS, name)) return within(tools, name, "tools");
  if (isOneOf(MATRIX_TOOL_IDS, name)) return within(builtinTools, name, "builtinTools");
  return NOT_CONCERNED;
}

function within(list: readonly string[] | undefined, name: string, key: "tools" | "builtinTools"): Judgement {
  if (list === undefined) return NOT_CONCERNED;
  return list.includes(name) ? PASS : drop(texts.overCeiling(key), remedies.ceiling(key, name));
}

function byRole({ tool }: CatalogEntry, { profile }: CatalogFacts): Judgement {
  const limit = roleLimit(profile);
  if (limit === undefined) return NOT_CONCERNED;
  const { name } = tool.def;
  const dropped = limit.tools.includes(name) || (limit.desktop && name.startsWith(DESKTOP_PREFIX));
  return dropped ? drop(texts.notForRole(limit.role), remedies.role) : PASS;
}

function byRoleMcp({ kind, source, tool }: CatalogEntry, { profile }: CatalogFacts): Judgement {
  const limit = roleLimit(profile);
  if (limit === undefined || !limit.mcp || kind !== "mcp") return NOT_CONCERNED;
  if (source === "builtin-matrix" && tool.def.name === "web_search") return PASS;
  return drop(texts.noMcpForRole(limit.role), remedies.role);
}

function roleLimit(profile: CatalogFacts["profile"]) {
  const role = profile?.canonicalRole;
  if (role === undefined || role === "mavis" || !isTrustedSubAgent(profile)) return undefined;
  return { role, ...ROLE_LIMITS[role] };
}

function isChild({ profile }: CatalogFacts): boolean {
  return profile?.surface === "task-child" || isTrustedSubAgent(profile);
}

function byGoal({ kind }: CatalogEntry, facts: CatalogFacts): Judgement {
  if (kind !== "goal" || facts.profile === undefined) return NOT_CONCERNED;
  return isChild(facts) ? drop(texts.goalOfTheMain, remedies.mainAgent) : PASS;
}

function isOneOf(ids: readonly string[], name: string): boolean {
  return ids.includes(name);
}
