import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { assetBytes, assetNames, assetText } from "../../config/assets.ts";
import { resolveDataDir } from "../../config/data-dir.ts";
import { DEFAULT_CONFIG } from "../../config/defaults.ts";
import type { Host } from "../../config/host.ts";
import type { StdioServerEntry } from "../../config/types.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { NO_RULES } from "../../permissions/rules/types.ts";
import { DEFAULT_MAX_STEPS } from "../limits.ts";
import { parseScript } from "../script/read.ts";
import { startTurn } from "../start-turn.ts";
import type { TurnDocument, TurnEventSink } from "../types.ts";

const FILES = "embedded/demo/workspace/";
const SCRIPT = "embedded/demo/tour.yaml";

export interface TourOptions {
  readonly host: Host;
  readonly sink: TurnEventSink;
  onDiagnostic(diagnostic: Diagnostic): void;
}

/**
 * Plays the built-in tour: real tools and one MCP server in a temporary folder of its own, by the defaults and
 * not by anybody's configuration. The folder is removed at the end.
 */
export async function playTour({ host, sink, onDiagnostic }: TourOptions): Promise<TurnDocument> {
  const folder = await mkdtemp(join(tmpdir(), "turnkit-tour-"));
  try {
    const workspace = join(folder, "harbour");
    await unpackWorkspace(workspace);
    const dataDir = resolveDataDir(host, join(folder, "data"));
    const script = await parseScript({ file: SCRIPT, text: assetText(SCRIPT) });
    return await startTurn({
      host,
      workplace: {
        dataDir,
        workspace,
        loaded: { config: DEFAULT_CONFIG, diagnostics: [], where: () => SCRIPT },
        servers: { servers: [tourServer(host)], diagnostics: [], secrets: [], files: [] },
        secrets: [],
      },
      choice: { kind: "script", name: `script:${SCRIPT}`, script },
      limits: { maxSteps: DEFAULT_MAX_STEPS },
      permission: { mode: "full", rules: NO_RULES },
      facts: {},
      beginning: {},
      sink,
      onDiagnostic,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackWorkspace(workspace: string): Promise<void> {
  for (const name of assetNames()) {
    if (!name.startsWith(FILES)) continue;
    const target = join(workspace, name.slice(FILES.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, assetBytes(name), { mode: 0o600 });
  }
}

/** This very program again, as an MCP server. */
function tourServer({ selfCommand }: Host): StdioServerEntry {
  const [command = "", ...args] = selfCommand;
  return {
    name: "harbour",
    transport: "stdio",
    command,
    args: [...args, "__demo-server"],
    env: {},
    trustAnnotations: false,
    where: SCRIPT,
    origin: { file: SCRIPT, scope: "flag" },
  };
}
