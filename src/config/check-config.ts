import { statSync } from "node:fs";
import type { Diagnostic } from "../output/diagnostic.ts";
import { EMPTY_DOCUMENT, readValue, type ValueProblem } from "./read-value.ts";
import { ConfigSchema } from "./schema.ts";
import { serverShapeProblem } from "./server-shape.ts";
import { type MapNode, offsetAt } from "./source-node.ts";
import { texts } from "./texts.ts";
import { TASK_CONTROL_IDS } from "./tool-ids.ts";
import type { Config, ConnectorsConfig, DefaultAgentConfig, DocumentPath, FolderOrUrl } from "./types.ts";

export interface CheckedDocument {
  readonly config: Config;
  /** In the order of the file. */
  readonly problems: readonly ValueProblem[];
  /** Told, but never refused. */
  readonly notices: readonly (Diagnostic & { readonly offset: number })[];
}

/** Checks a whole configuration and gives it with defaults; `resolve` makes paths absolute. */
export function checkConfig(root: MapNode, resolve: (path: string) => string): CheckedDocument {
  const problems: ValueProblem[] = [];
  // Every property of the root is optional or has a default, so something usable always remains.
  const read = readValue(ConfigSchema, root, problems);
  const written = (read.ok ? read.value : defaults()) as Config;
  const config = resolvePaths(written, resolve);
  const wrong = (path: DocumentPath, expected: string, got: string) =>
    problems.push({
      kind: "wrong_value",
      path,
      offset: offsetAt(root, path),
      expected,
      got,
      nearest: [],
      ignored: path,
    });
  checkServers(config.connectors, wrong);
  checkHooks(config.hooks, wrong);
  const agent = withTaskControl(config.agents.default);
  const notices = agent === config.agents.default ? [] : [taskControlNotice(root)];
  problems.sort((a, b) => a.offset - b.offset);
  return { config: { ...config, agents: { default: agent } }, problems, notices };
}

function defaults(): unknown {
  const read = readValue(ConfigSchema, EMPTY_DOCUMENT, []);
  return read.ok ? read.value : undefined;
}

type Report = (path: DocumentPath, expected: string, got: string) => void;

function checkServers({ servers }: ConnectorsConfig, wrong: Report): void {
  for (const [name, server] of Object.entries(servers)) {
    const problem = serverShapeProblem(name, server);
    if (problem !== undefined) wrong(["connectors", "servers", name], problem.expected, problem.got);
  }
}

function checkHooks(hooks: string | undefined, wrong: Report): void {
  if (hooks === undefined) return;
  const found = statSync(hooks, { throwIfNoEntry: false });
  if (!found?.isFile())
    wrong(["hooks"], texts.aFile, found === undefined ? texts.noFile : texts.noRegularFile);
}

function resolvePaths(config: Config, resolve: (path: string) => string): Config {
  const { auth, assets } = config.connectors;
  const { websiteDeploy } = config.tools;
  return {
    ...config,
    hooks: config.hooks === undefined ? undefined : resolve(config.hooks),
    connectors: {
      ...config.connectors,
      auth: "file" in auth ? { file: resolve(auth.file) } : auth,
      assets: assets === undefined ? undefined : resolveFolder(assets, resolve),
    },
    tools: {
      ...config.tools,
      websiteDeploy: websiteDeploy === undefined ? undefined : resolveFolder(websiteDeploy, resolve),
    },
  };
}

function resolveFolder(target: FolderOrUrl, resolve: (path: string) => string): FolderOrUrl {
  return "folder" in target ? { folder: resolve(target.folder) } : target;
}

/** Lists from before the task control tools get them added; an empty list stays empty (30-catalog). */
function withTaskControl(agent: DefaultAgentConfig): DefaultAgentConfig {
  const { tools } = agent;
  if (tools === undefined || tools.length === 0) return agent;
  if (TASK_CONTROL_IDS.some((id) => tools.includes(id))) return agent;
  return { ...agent, tools: [...tools, ...TASK_CONTROL_IDS] };
}

function taskControlNotice(root: MapNode): Diagnostic & { offset: number } {
  return {
    severity: "info",
    code: "config_task_control_added",
    message: texts.taskControlAdded(TASK_CONTROL_IDS),
    offset: offsetAt(root, ["agents", "default", "tools"]),
  };
}
