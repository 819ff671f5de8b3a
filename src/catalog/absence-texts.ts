import { remedies, texts } from "./texts.ts";
import type { Remedy } from "./types.ts";

/** Why a tool is in no source, and what would bring it in. */
export interface Absence {
  readonly reason: string;
  readonly bringIn: readonly Remedy[];
}

export function absence(reason: string, what: string, how: string): Absence {
  return { reason, bringIn: [{ what, how }] };
}

/** Tools that exist only where the host provides what they need: what that is (20-local-tools "needs"). */
export const ABSENCES: Readonly<Record<string, Absence>> = {
  skill: {
    reason: "there is no skill",
    bringIn: [
      { what: "skill folder", how: "<data dir>/skills/NAME/SKILL.md" },
      { what: "flag", how: "--trust-project, for skills of the workspace" },
      { what: "configuration", how: "beta.mcodeTools: true, for the built-in one" },
    ],
  },
  memory: absence("memory is off", remedies.memory.what, remedies.memory.how),
  code_review: absence("the workspace is no git work tree", "workspace", "run it in a git work tree"),
  mavis: absence("the mavis feature is not there", "configuration", "agents.default.features.mavis: true"),
  ask_user: absence("questions cannot be asked here", "host", "a host that can ask the user"),
  request_feature_enable: absence("questions cannot be asked here", "host", "a host that can ask the user"),
  web_fetch: absence("there is no network access", "network", "a host with network access"),
  web_search: absence(
    "no search provider is configured",
    "configuration",
    "tools.webSearch: {provider: searxng, url: …}, or brave or tavily with apiKeyEnv",
  ),
  task: absence(
    "delegation is not possible here",
    "configuration",
    "agents.default.features.delegation: true",
  ),
  task_append: absence(
    "delegation is not possible here",
    "configuration",
    "agents.default.features.delegation: true",
  ),
  task_query: absence("there are no background tasks here", "host", "a host with background tasks"),
  task_output: absence("there are no background tasks here", "host", "a host with background tasks"),
  task_stop: absence("there are no background tasks here", "host", "a host with background tasks"),
  website_deploy: absence(
    "no deploy target is configured",
    "configuration",
    "tools.websiteDeploy: {folder: …} or {url: …}",
  ),
  browser: absence("an application host brings it", "host", "an application host"),
  tool_search: absence(texts.nothingDeferred, "configuration", "mcpToolSearch.modelWhitelist: [MODEL]"),
  mcp_invoke: absence(texts.nothingDeferred, "configuration", "mcpToolSearch.modelWhitelist: [MODEL]"),
  goal_get: absence("no goal is set", "flag", "--goal"),
  goal_complete: absence("no goal is set", "flag", "--goal"),
};
