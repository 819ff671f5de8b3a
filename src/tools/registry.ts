import type { AnyTool } from "../contract/tool.ts";
import { createAskUserTool } from "./ask-user/tool.ts";
import { createBashTool } from "./bash/tool.ts";
import { createCodeReviewTool } from "./code-review/tool.ts";
import { createEditTool } from "./edit/tool.ts";
import { createFeatureEnableTool } from "./feature-enable/tool.ts";
import { createGlobTool } from "./glob/tool.ts";
import { createGrepTool } from "./grep/tool.ts";
import { createMavisTool } from "./mavis/tool.ts";
import { createMemoryTool } from "./memory/tool.ts";
import { createReadTool } from "./read/tool.ts";
import type { LocalServices } from "./services.ts";
import { createSkillTool } from "./skill/tool.ts";
import { createDelegationTools } from "./task/tools.ts";
import { createTaskTools } from "./tasks/tools.ts";
import { createTodoWriteTool } from "./todowrite/tool.ts";
import { createWebFetchTool } from "./web-fetch/tool.ts";
import { createWebSearchTool } from "./web-search/tool.ts";
import { createWebsiteDeployTool } from "./website-deploy/tool.ts";
import { createWriteTool } from "./write/tool.ts";

/** The local tools, in the order of the catalog: those that exist always, then those that this turn provides for. */
export function createLocalTools(services: LocalServices): AnyTool[] {
  return [
    createReadTool(services),
    createWriteTool(services),
    createEditTool(services),
    createBashTool(services),
    createGrepTool(services),
    createGlobTool(services),
    createTodoWriteTool(services),
    ...conditionalTools(services),
  ];
}

/** Each only with what it stands on, in the order of 20-local-tools. */
function conditionalTools(services: LocalServices): AnyTool[] {
  const { skills = [], memory, mavis, questions, features, delegation, tasks, deploy, platform } = services;
  const { workTree, webFetch, webSearch, artifacts } = services;
  return [
    ...(skills.length === 0 ? [] : [createSkillTool(skills)]),
    ...(memory === undefined ? [] : [createMemoryTool(memory, platform)]),
    ...(workTree === true ? [createCodeReviewTool(services)] : []),
    ...(mavis === undefined ? [] : [createMavisTool(mavis, services)]),
    createAskUserTool(services),
    ...(features === undefined ? [] : [createFeatureEnableTool(features, questions)]),
    ...(webFetch === undefined ? [] : [createWebFetchTool({ ...webFetch, artifacts })]),
    ...(webSearch === undefined ? [] : [createWebSearchTool(webSearch)]),
    ...(delegation === undefined || tasks === undefined ? [] : createDelegationTools(delegation, tasks)),
    ...(tasks === undefined ? [] : createTaskTools(tasks)),
    ...(deploy === undefined ? [] : [createWebsiteDeployTool(deploy, services)]),
  ];
}
