import { join } from "node:path";
import type { CallPath, OutputGate } from "../../src/contract/call-path.ts";
import { SCRIPT_MODEL } from "../../src/contract/model.ts";
import { runCall } from "../../src/contract/run-call.ts";
import type { AnyTool, ToolResult } from "../../src/contract/tool.ts";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import { createPathGuard } from "../../src/permissions/path-guard.ts";
import type { PathPlaces } from "../../src/permissions/types.ts";
import { FileWork } from "../../src/tools/files/file-work.ts";
import { createProcessScope } from "../../src/tools/process/scope.ts";
import type { LocalServices } from "../../src/tools/services.ts";
import { TodoLists } from "../../src/tools/todowrite/todo-lists.ts";

/** Services for tests of tools; artifacts are stored in `.session` inside the workspace. */
export function testServices(workspace: string, changes: Partial<LocalServices> = {}): LocalServices {
  return {
    workspace,
    home: workspace,
    platform: process.platform,
    model: SCRIPT_MODEL,
    artifacts: createArtifactStore({
      container: workspace,
      folder: [".session", "reports", "tool-outputs"],
      report: ({ message }) => {
        throw new Error(message);
      },
    }),
    environments: { command: {}, removed: [], helper: {} },
    programs: {
      shell: async () => undefined,
      ripgrep: async () => undefined,
      git: async () => undefined,
    },
    files: new FileWork(),
    todos: new TodoLists(),
    requireFresh: true,
    processes: createProcessScope({ platform: process.platform }),
    now: Date.now,
    ...changes,
  };
}

export interface TestCall {
  readonly sessionId?: string;
  readonly toolCallId?: string;
  readonly signal?: AbortSignal;
  /** Where home and data dir are, when not in the workspace. */
  readonly places?: Partial<PathPlaces>;
  readonly gates?: readonly OutputGate[];
}

let calls = 0;

/** Runs one call on the real way of a call, with the real path guard in mode `full`; without output gates unless given. */
export async function callTool(
  workspace: string,
  tool: AnyTool,
  rawArguments: unknown,
  {
    sessionId = "session-1",
    toolCallId = `call-${++calls}`,
    signal,
    places: elsewhere,
    gates = [],
  }: TestCall = {},
): Promise<ToolResult> {
  const dataDir = join(workspace, ".turnkit-data");
  const places = { workspace, home: workspace, dataDir, platform: process.platform, ...elsewhere };
  const path: CallPath = {
    before: [],
    permit: async ({ name }) => ({
      allowed: true,
      paths: createPathGuard({ places, mode: "full", tool: name }),
    }),
    after: [],
    gates,
    names: [],
  };
  const ctx = { sessionId, turnId: "turn-1" };
  const { result } = await runCall(
    { toolCallId, name: tool.def.name, tool, rawArguments, ctx, signal },
    path,
  );
  return result;
}
