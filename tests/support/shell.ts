import { join } from "node:path";
import type { GatedContext } from "../../src/contract/permission.ts";
import type { AnyTool, ToolResult } from "../../src/contract/tool.ts";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import type { Diagnostic } from "../../src/output/diagnostic.ts";
import { createBashTool } from "../../src/tools/bash/tool.ts";
import { createProcessScope } from "../../src/tools/process/scope.ts";
import type { LocalServices } from "../../src/tools/services.ts";

/** A turn's local tools over real programs, in a workspace of the test. */
export interface ShellTurn {
  readonly services: LocalServices;
  readonly diagnostics: readonly Diagnostic[];
  bash(input: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onUpdate?: (update: { readonly text: string }) => void;
}

let calls = 0;

export function shellTurn(workspace: string, overrides: Partial<LocalServices> = {}): ShellTurn {
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
  const bash = createBashTool(services) as AnyTool;
  return {
    services,
    diagnostics,
    bash: (input, options = {}) => {
      const ctx = {
        sessionId: "test-session",
        turnId: "turn",
        toolCallId: `call-${calls++}`,
      } as GatedContext;
      return bash.impl.execute(ctx, input, options.signal, options.onUpdate);
    },
    async [Symbol.asyncDispose]() {
      await services.tasks?.close();
      await services.processes.end();
    },
  };
}

function testPrograms(): LocalServices["programs"] {
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
