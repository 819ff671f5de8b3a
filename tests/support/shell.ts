import { join } from "node:path";
import type { AnyTool, ToolResult } from "../../src/contract/tool.ts";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import type { Diagnostic } from "../../src/output/diagnostic.ts";
import { createPathGuard } from "../../src/permissions/path-guard.ts";
import { createBashTool } from "../../src/tools/bash/tool.ts";
import { createGlobTool } from "../../src/tools/glob/tool.ts";
import { createGrepTool } from "../../src/tools/grep/tool.ts";
import { createProcessScope } from "../../src/tools/process/scope.ts";
import type { LocalServices } from "../../src/tools/services.ts";
import { createTaskTools } from "../../src/tools/tasks/tools.ts";
import { rules } from "../permissions/paths/support.ts";
import { workspace } from "./workspace.ts";

/** A turn's local tools over real programs, in a workspace of the test. */
export interface ShellTurn {
  readonly services: LocalServices;
  readonly diagnostics: readonly Diagnostic[];
  bash(input: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  grep(input: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  glob(input: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  /** `query`, `output` or `stop` of the background tasks; there are some with `tasks` among the overrides. */
  task(verb: string, input?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onUpdate?: (update: { readonly text: string }) => void;
}

let calls = 0;

export interface TurnOverrides extends Partial<LocalServices> {
  /** Deny rules for paths, as a person writes them. */
  readonly deny?: readonly string[];
}

export function shellTurn(workspace: string, overrides: TurnOverrides = {}): ShellTurn {
  const diagnostics: Diagnostic[] = [];
  const environment = { PATH: process.env.PATH, HOME: workspace, LANG: "C.UTF-8" };
  const services = {
    workspace,
    home: workspace,
    platform: process.platform,
    artifacts: createArtifactStore({
      container: workspace,
      folder: ["reports"],
      report: (diagnostic) => diagnostics.push(diagnostic),
    }),
    environments: { command: environment, removed: [], helper: environment },
    programs: testPrograms(),
    processes: createProcessScope({ platform: process.platform }),
    requireFresh: true,
    now: () => Date.now(),
    ...overrides,
  } as unknown as LocalServices;
  const places = {
    workspace,
    home: workspace,
    dataDir: join(workspace, ".data"),
    platform: process.platform,
  };
  const paths = createPathGuard({ places, mode: "full", rules: rules({ deny: overrides.deny }) });
  const caller =
    (tool: AnyTool) =>
    (input: Record<string, unknown>, options: CallOptions = {}) => {
      const ctx = { sessionId: "test-session", turnId: "turn", toolCallId: `call-${calls++}`, paths };
      return tool.impl.execute(ctx, input, options.signal, options.onUpdate);
    };
  return {
    services,
    diagnostics,
    bash: caller(createBashTool(services)),
    grep: caller(createGrepTool(services)),
    glob: caller(createGlobTool(services)),
    task: (verb, input = {}, options = {}) => {
      const tools = services.tasks === undefined ? [] : createTaskTools(services.tasks);
      const tool = tools.find(({ def }) => def.name === `task_${verb}`);
      if (tool === undefined) throw new Error(`There is no task_${verb}`);
      return caller(tool)(input, options);
    },
    async [Symbol.asyncDispose]() {
      await services.tasks?.close();
      await services.processes.end();
    },
  };
}

/** The real programs of this machine and of the repository. */
export function testPrograms(): LocalServices["programs"] {
  const rg = join(
    import.meta.dirname,
    `../../node_modules/@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`,
  );
  return {
    shell: async () => ({ path: Bun.which("bash") ?? "/bin/bash", name: "bash" }),
    ripgrep: async () => rg,
    git: async () => Bun.which("git") ?? undefined,
  };
}

/** One grep in a folder of these files, which is there only meanwhile. */
export async function grepIn(
  files: Readonly<Record<string, string | Uint8Array>>,
  input: Record<string, unknown>,
): Promise<ToolResult> {
  using place = workspace(files);
  await using turn = shellTurn(place.path);
  return await turn.grep(input);
}
