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
import { type LocalPart, presentParts } from "./parts.ts";
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

type Create = (services: Required<LocalServices>) => readonly AnyTool[];

const CREATE: Record<LocalPart, Create> = {
  read: (services) => [createReadTool(services)],
  write: (services) => [createWriteTool(services)],
  edit: (services) => [createEditTool(services)],
  bash: (services) => [createBashTool(services)],
  grep: (services) => [createGrepTool(services)],
  glob: (services) => [createGlobTool(services)],
  todowrite: (services) => [createTodoWriteTool(services)],
  skill: ({ skills }) => [createSkillTool(skills)],
  memory: ({ memory, platform }) => [createMemoryTool(memory, platform)],
  codeReview: (services) => [createCodeReviewTool(services)],
  mavis: (services) => [createMavisTool(services.mavis, services)],
  askUser: (services) => [createAskUserTool(services)],
  featureEnable: ({ features, questions }) => [createFeatureEnableTool(features, questions)],
  webFetch: ({ webFetch, artifacts }) => [createWebFetchTool({ ...webFetch, artifacts })],
  webSearch: ({ webSearch }) => [createWebSearchTool(webSearch)],
  delegation: ({ delegation, tasks }) => createDelegationTools(delegation, tasks),
  tasks: ({ tasks }) => createTaskTools(tasks),
  deploy: (services) => [createWebsiteDeployTool(services.deploy, services)],
};

/** The tools of one part, which must be present. */
export function createPart(part: LocalPart, services: LocalServices): readonly AnyTool[] {
  // A part is present only with what it stands on; what else may be absent, its tools take so.
  return CREATE[part](services as Required<LocalServices>);
}

/** The local tools, in the order of the catalog: those that exist always, then those that this turn provides for. */
export function createLocalTools(services: LocalServices): AnyTool[] {
  return presentParts(services).flatMap((part) => createPart(part, services));
}
