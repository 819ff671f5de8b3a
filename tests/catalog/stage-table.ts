import type { FactRequest } from "../../src/catalog/facts.ts";
import type { StageName } from "../../src/catalog/types.ts";
import type { ConfigChanges } from "../support/catalog.ts";

/** One row of the filter table: what the documentation says, and tools that show it. */
export interface StageRow {
  readonly stage: StageName;
  /** Markdown. */
  readonly drops: string;
  readonly cases: readonly StageCase[];
}

export interface StageCase {
  /** As `entry` spells tools. */
  readonly tools: readonly string[];
  readonly facts?: FactRequest;
  readonly config?: ConfigChanges;
  /** Whether the row's stage drops them; otherwise they are offered. */
  readonly dropped: boolean;
}

const MAIN: FactRequest = {};
const CHILD: FactRequest = { surface: "task-child" };
const custom = (selection: object, surface: FactRequest["surface"] = "cli"): FactRequest => ({
  surface,
  custom: { name: "mine", ...selection },
});
const seeing = (image: boolean, video: boolean): FactRequest => ({
  model: { provider: "p", id: "m", contextWindow: 1_000, supports: { image, video } },
});

const NOT_FOR_VERIFIER = [
  "write",
  "edit",
  "website_deploy",
  "todowrite",
  "memory",
  "ask_user",
  "request_feature_enable",
];

/** Every row of the stages of a catalog, in order; the page on how a tool gets in is rendered from it. */
export const STAGE_TABLE: readonly StageRow[] = [
  {
    stage: "source",
    drops:
      "native `web_search` on host `server`; `memory` on hosts `cli` and `tui` unless `tools.memory.enabled`; `browser` and `desktop_*` on every host but `electron`; a Matrix tool named like a native one",
    cases: [
      { tools: ["web_search"], facts: { host: "server" }, dropped: true },
      { tools: ["web_search"], facts: { host: "tui" }, dropped: false },
      { tools: ["web_search"], facts: { host: "electron" }, dropped: false },
      { tools: ["memory"], dropped: true },
      { tools: ["memory"], facts: { host: "tui" }, dropped: true },
      { tools: ["memory"], config: { memory: true }, dropped: false },
      { tools: ["memory"], facts: { host: "electron" }, dropped: false },
      { tools: ["browser", "desktop_click"], facts: { computerUse: true }, dropped: true },
      {
        tools: ["browser", "desktop_click"],
        facts: { host: "electron", computerUse: true },
        dropped: false,
      },
    ],
  },
  {
    stage: "model",
    drops: "`images_understand` when the model sees images, `videos_understand` when it sees video",
    cases: [
      { tools: ["matrix:images_understand"], facts: seeing(true, false), dropped: true },
      { tools: ["matrix:videos_understand"], facts: seeing(false, true), dropped: true },
      { tools: ["matrix:images_understand"], facts: seeing(false, true), dropped: false },
      { tools: ["matrix:videos_understand"], facts: seeing(true, false), dropped: false },
      { tools: ["srv/images_understand", "read"], facts: seeing(true, true), dropped: false },
    ],
  },
  {
    stage: "computer-use",
    drops: "names that start with `desktop_` unless the computer-use runtime is on",
    cases: [
      { tools: ["desktop_click"], facts: { host: "electron" }, dropped: true },
      { tools: ["matrix:desktop_type"], dropped: true },
      { tools: ["matrix:desktop_type"], facts: { computerUse: true }, dropped: false },
      { tools: ["srv/desktop_type"], dropped: false },
    ],
  },
  {
    stage: "selector",
    drops: "names in `disallowedTools`; with `tools` set, names not in it",
    cases: [
      { tools: ["bash", "srv/x"], facts: custom({ disallowedTools: ["BASH ", "srv/x"] }), dropped: true },
      { tools: ["srv/x"], facts: custom({ disallowedTools: ["mcp__srv__*"] }), dropped: true },
      { tools: ["srv/x"], facts: custom({ disallowedTools: ["srv/*"] }), dropped: true },
      { tools: ["read"], facts: custom({ disallowedTools: ["bash"] }), dropped: false },
      { tools: ["bash", "goal:goal_get"], facts: custom({ tools: ["read"] }), dropped: true },
      { tools: ["bash"], facts: custom({ tools: [] }), dropped: true },
      { tools: ["read", "srv/x"], facts: custom({ tools: ["ｒｅａｄ", "Srv/X"] }), dropped: false },
      { tools: ["bash"], facts: custom({ tools: ["*"], disallowedTools: ["bash"] }), dropped: true },
      { tools: ["extension:EnterPlanMode"], facts: custom({ tools: ["read"] }), dropped: true },
    ],
  },
  {
    stage: "mcp-server",
    drops:
      "MCP tools whose server is not in `mcpServers`, when that is set (a tool without a server name is dropped then)",
    cases: [
      { tools: ["srv/x", "matrix:gen_videos"], facts: custom({ mcpServers: ["other"] }), dropped: true },
      { tools: ["srv/x"], facts: custom({ mcpServers: [] }), dropped: true },
      { tools: ["srv/x"], facts: custom({ mcpServers: [" SRV"] }), dropped: false },
      { tools: ["read"], facts: custom({ mcpServers: [] }), dropped: false },
    ],
  },
  {
    stage: "delegation",
    drops:
      "`task`, `task_append`, and tools of any non-built-in source named `task_query`, `task_output` or `task_stop`, unless the agent is the authoritative main: surface `interactive` or `cli`, trusted, role `mavis`",
    cases: [
      { tools: ["task", "task_append", "matrix:task_query"], facts: MAIN, dropped: false },
      { tools: ["task"], facts: { surface: "interactive" }, dropped: false },
      { tools: ["task", "task_append", "matrix:task_stop"], facts: CHILD, dropped: true },
      { tools: ["task"], facts: { role: "worker" }, dropped: true },
      { tools: ["task", "matrix:task_output"], facts: custom({}), dropped: true },
      { tools: ["task_query", "task_output", "task_stop"], facts: CHILD, dropped: false },
    ],
  },
  {
    stage: "surface",
    drops:
      "on `task-child`: `task`, `task_append`, `todowrite`, `ask_user`; `mavis` too for a built-in sub-agent",
    cases: [
      { tools: ["todowrite", "ask_user"], facts: CHILD, dropped: true },
      { tools: ["todowrite", "ask_user"], facts: custom({}, "task-child"), dropped: true },
      { tools: ["mavis"], facts: { ...CHILD, role: "worker" }, dropped: true },
      { tools: ["mavis"], facts: CHILD, dropped: false },
      { tools: ["mavis"], facts: custom({}, "task-child"), dropped: false },
      { tools: ["todowrite", "ask_user"], facts: { surface: "interactive" }, dropped: false },
    ],
  },
  {
    stage: "feature",
    drops:
      "`mavis` by `features.mavis`, `task` and `task_append` by `features.delegation`, `web_search` by `features.webSearch`",
    cases: [
      {
        tools: ["mavis", "task", "task_append", "web_search"],
        config: { agent: { features: { mavis: false, delegation: false, webSearch: false } } },
        dropped: true,
      },
      {
        tools: ["matrix:web_search"],
        config: { agent: { features: { mavis: true, delegation: true, webSearch: false } } },
        dropped: true,
      },
      { tools: ["mavis", "task", "task_append", "web_search"], dropped: false },
    ],
  },
  {
    stage: "ceiling",
    drops:
      "built-in ids not in the ceiling's `tools`, Matrix ids not in its `builtinTools` (`agents.default`)",
    cases: [
      { tools: ["bash", "web_fetch"], config: { agent: { tools: ["read"] } }, dropped: true },
      { tools: ["read"], config: { agent: { tools: [] } }, dropped: true },
      { tools: ["read"], config: { agent: { tools: ["read"] } }, dropped: false },
      { tools: ["web_search", "mavis", "srv/x"], config: { agent: { tools: [] } }, dropped: false },
      { tools: ["matrix:gen_videos"], config: { agent: { builtinTools: [] } }, dropped: true },
      { tools: ["matrix:gen_videos"], config: { agent: { tools: [] } }, dropped: false },
    ],
  },
  {
    stage: "role",
    drops:
      "trusted sub-agents only. `worker`: `task`, `task_append`. `verifier`: `write`, `edit`, `website_deploy`, `todowrite`, `task`, `task_append`, `memory`, `ask_user`, `request_feature_enable` and all `desktop_*`. `explore`: as verifier, and `task_query`, `task_output`, `task_stop`",
    cases: [
      { tools: NOT_FOR_VERIFIER, facts: { role: "verifier" }, config: { memory: true }, dropped: true },
      { tools: NOT_FOR_VERIFIER, facts: { role: "explore" }, config: { memory: true }, dropped: true },
      { tools: NOT_FOR_VERIFIER, facts: { role: "worker" }, config: { memory: true }, dropped: false },
      {
        tools: ["desktop_click"],
        facts: { role: "verifier", host: "electron", computerUse: true },
        dropped: true,
      },
      { tools: ["task_query", "task_output", "task_stop"], facts: { role: "explore" }, dropped: true },
      { tools: ["task_query", "task_output", "task_stop"], facts: { role: "verifier" }, dropped: false },
      { tools: ["read", "bash", "grep", "glob"], facts: { role: "explore" }, dropped: false },
      {
        tools: ["write"],
        facts: { custom: { name: "explore" } },
        dropped: false,
      },
      { tools: ["extension:ask_user"], facts: { role: "explore" }, dropped: true },
    ],
  },
  {
    stage: "role-mcp",
    drops: "`explore` and `verifier`: every MCP entry but the Matrix `web_search`",
    cases: [
      { tools: ["srv/x", "matrix:gen_videos"], facts: { role: "explore" }, dropped: true },
      { tools: ["srv/x", "srv/web_search"], facts: { role: "verifier" }, dropped: true },
      { tools: ["matrix:web_search"], facts: { role: "verifier" }, dropped: false },
      { tools: ["srv/x"], facts: { role: "worker" }, dropped: false },
      { tools: ["srv/x"], facts: { custom: { name: "verifier" } }, dropped: false },
    ],
  },
  {
    stage: "goal",
    drops: "goal tools on `task-child` and for trusted sub-agents",
    cases: [
      { tools: ["goal:goal_get", "goal:goal_complete"], facts: CHILD, dropped: true },
      { tools: ["goal:goal_get"], facts: { role: "worker" }, dropped: true },
      { tools: ["goal:goal_get"], facts: custom({}), dropped: false },
      { tools: ["goal:goal_get"], dropped: false },
    ],
  },
];
