import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { defineRuntimeTool } from "../../src/contract/define-tool.ts";
import { textResult } from "../../src/contract/results.ts";
import type { AnyTool } from "../../src/contract/tool.ts";
import { goalTools } from "../../src/extensions/goal-tools.ts";
import { planModeExtension } from "../../src/extensions/plan-mode.ts";
import type { ExtensionApi } from "../../src/extensions/types.ts";
import { mcpInvokeTool } from "../../src/mcp/search/mcp-invoke.ts";
import { toolSearchTool } from "../../src/mcp/search/tool-search.ts";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import { createProcessScope } from "../../src/tools/process/scope.ts";
import { createLocalTools } from "../../src/tools/registry.ts";
import type { LocalServices } from "../../src/tools/services.ts";
import { createTaskBoard } from "../../src/tools/tasks/board.ts";
import { createDelegation } from "../../src/turn/delegate.ts";
import { featureSwitches } from "../../src/turn/feature-switches.ts";
import { sessionStore } from "../../src/turn/session/session-store.ts";
import type { StartTurnOptions } from "../../src/turn/start-turn.ts";
import type { Fence } from "./fence.ts";
import { testPrograms } from "./shell.ts";
import { testServices } from "./tools.ts";

/** All that tools can stand on: a new adapter that is missing here does not compile. */
type EveryService = { [Name in keyof Required<LocalServices>]: LocalServices[Name] };

/** Each tool that the product has, over real stores in the fence; `web` answers pages and searches. */
export async function everyTool(
  place: Fence,
  web: string,
): Promise<{ tools: AnyTool[]; services: EveryService }> {
  const services = await everyService(place, web);
  const deferred = [searchable("echo", "Says it again"), searchable("look_up", "Looks up a word")];
  const tools = [
    ...createLocalTools(services),
    toolSearchTool(deferred, DEFAULT_CONFIG.mcpToolSearch),
    mcpInvokeTool(deferred),
    ...goalTools({ text: "Ship it", completed: false }),
    ...planTools(place.inside),
  ];
  return { tools, services };
}

async function everyService(place: Fence, web: string): Promise<EveryService> {
  const environment = { PATH: process.env.PATH, HOME: place.home, LANG: "C.UTF-8" };
  const dataDir = resolveDataDir({ env: {}, cwd: place.inside, home: place.home }, place.data);
  return {
    ...testServices(place.inside),
    home: place.home,
    model: { provider: "test", id: "sees", contextWindow: 100_000, supports: { image: true, video: true } },
    artifacts: createArtifactStore({
      container: place.session,
      folder: ["reports"],
      report: () => undefined,
    }),
    environments: { command: environment, removed: [], helper: environment },
    programs: testPrograms(),
    processes: createProcessScope({ platform: process.platform }),
    tasks: createTaskBoard(Date.now),
    handOver: true,
    skills: [{ name: "a", description: "A", scope: "data-dir", text: "A" }],
    memory: { folder: join(dataDir.path, "memory") },
    mavis: { dataDir, sessions: sessionStore(dataDir.sessions, process.platform) },
    questions: undefined,
    features: featureSwitches(DEFAULT_CONFIG, dataDir.configFile, process.platform),
    delegation: await delegationIn(place, dataDir),
    workTree: true,
    webFetch: { allow: ["127.0.0.1"] },
    webSearch: { provider: "searxng", url: web },
    deploy: { folder: join(place.path, "sites") },
    dataDir: dataDir.path,
  };
}

/** Real children, but for the turn that each would run: it has its answer at once. */
async function delegationIn(place: Fence, dataDir: ReturnType<typeof resolveDataDir>) {
  const host = { env: {}, cwd: place.inside, home: place.home, platform: process.platform };
  const workplace = { dataDir, workspace: place.inside, loaded: { config: DEFAULT_CONFIG } };
  const turn = { host, workplace, choice: { kind: "script" }, limits: {} } as unknown as StartTurnOptions;
  const document = { text: "Done.", stopReason: "stop", sessionId: "s", calls: [], diagnostics: [] };
  return createDelegation({
    turn,
    parent: {} as never,
    plan: false,
    run: async () => document as never,
  });
}

function searchable(leaf: string, description: string) {
  const name = `mcp__srv__${leaf}`;
  const execute = async (_: unknown, input: unknown) => textResult(name, JSON.stringify(input));
  const schema = Type.Object({ word: Type.String(), times: Type.Optional(Type.Integer({ minimum: 1 })) });
  return { leaf, tool: defineRuntimeTool({ name, description, schema, execute }) };
}

function planTools(workspace: string): AnyTool[] {
  return [true, false].flatMap((planMode) => {
    const tools: AnyTool[] = [];
    const api = {
      turn: { main: true, planMode, workspace },
      registerTool: (tool: AnyTool) => tools.push(tool),
    };
    void planModeExtension.init(api as unknown as ExtensionApi);
    return tools;
  });
}
