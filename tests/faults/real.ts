import { childEnvironments } from "../../src/config/child-environment.ts";
import type { AnyTool, ToolResult } from "../../src/contract/tool.ts";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import { createEditTool } from "../../src/tools/edit/tool.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { parseGlob } from "../../src/tools/ripgrep/glob.ts";
import type { LocalServices } from "../../src/tools/services.ts";
import { createTaskBoard } from "../../src/tools/tasks/board.ts";
import { createWriteTool } from "../../src/tools/write/tool.ts";
import { type ShellTurn, shellTurn, testPrograms } from "../support/shell.ts";
import { readTask } from "../support/task-output.ts";
import { callTool, testServices } from "../support/tools.ts";
import type { Answer, Subject, ToolOptions, Tools } from "./subject.ts";

const SEES = { provider: "test", id: "sees", contextWindow: 100_000, supports: { image: true, video: true } };

/** The product's own tools over a folder. */
export function realTools(path: string, options: ToolOptions = {}): Tools {
  const { deny, store = path } = options;
  const artifacts = createArtifactStore({ container: store, folder: ["reports"], report: () => undefined });
  const turn = shellTurn(path, {
    ...overrides(options),
    tasks: createTaskBoard(Date.now),
    deny,
    artifacts,
  });
  const services = testServices(path, { model: SEES });
  const file = (tool: AnyTool) => async (input: Record<string, unknown>) =>
    answerOf(await callTool(path, tool, input));
  return {
    read: file(createReadTool(services)),
    write: file(createWriteTool(services)),
    edit: file(createEditTool(services)),
    bash: async (input) => answerOf(await turn.bash(input)),
    grep: async (input) => answerOf(await turn.grep(input)),
    glob: async (input) => answerOf(await turn.glob(input)),
    background: (command, more) => inBackground(turn, command, more),
    matches: (pattern, given, platform) => {
      const glob = parseGlob(pattern, platform);
      if (typeof glob === "string") return false;
      const below = glob.base === "" ? "" : `${glob.base}/`;
      return given.startsWith(below) && glob.matches(given.slice(below.length));
    },
    [Symbol.asyncDispose]: () => turn[Symbol.asyncDispose](),
  };
}

export const real: Subject = {
  origin: { module: import.meta.path, name: "realTools" },
  tools: realTools,
};

function overrides({ shell, env }: ToolOptions): Partial<LocalServices> {
  const programs = shell === undefined ? {} : { programs: { ...testPrograms(), shell: async () => shell } };
  if (env === undefined) return programs;
  const stream = { isTTY: false } as never;
  const options = { envMode: undefined, envAllow: [], credentials: [] };
  return { ...programs, environments: childEnvironments({ env, stdin: stream, stderr: stream }, options) };
}

async function inBackground(
  turn: ShellTurn,
  command: string,
  { timeout, most }: { readonly timeout?: number; readonly most?: number } = {},
): Promise<Answer> {
  const started = await turn.bash({ command, run_in_background: true, timeout });
  if (started.isError) return answerOf(started);
  const { text, last } = await readTask(turn, String(started.details?.task_id), most);
  return { text: text + last, failed: last.includes(" failed (") };
}

function answerOf(result: ToolResult): Answer {
  const media = result.content.filter(({ type }) => type !== "text").length;
  return { text: result.text, failed: result.isError === true, media };
}
