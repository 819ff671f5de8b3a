import { dirname } from "node:path";
import type { Diagnostic } from "../output/diagnostic.ts";
import { runsInCi } from "./ci.ts";
import { judgeProblems, type Strictness } from "./config-problems.ts";
import type { DataDir } from "./data-dir.ts";
import { DEFAULT_CONFIG } from "./defaults.ts";
import { configFault } from "./errors.ts";
import type { Host } from "./host.ts";
import { expandPath } from "./paths.ts";
import { offsetAt, type SourceNode } from "./source-node.ts";
import { readSource, type SourceText, whereOf } from "./source-text.ts";
import { texts } from "./texts.ts";
import { searchFromEnvironment } from "./tool-search-environment.ts";
import type { Config, LoadedConfig } from "./types.ts";

export interface LoadConfigOptions {
  /** `--config FILE`: must exist. Absent: config.yaml of the data dir, which need not. */
  readonly file?: string;
  /** `--strict-config`; `CI` in the environment has the same effect. */
  readonly strict?: boolean;
}

type Place = Pick<Host, "env" | "cwd" | "home">;

/**
 * The configuration of this run (00-product): the file read leniently, defaults filled in, relative paths taken
 * from the file's folder, the environment's overrides applied. Without a file nothing heavy is loaded.
 * @throws Fault, exit 2: an unreadable or unparsable file; any problem when strict; a problem inside (or a key
 * that nearly spells) permissions, connectors or hooks always. Every problem is told, not only the first.
 */
export async function loadConfig(
  host: Place,
  dataDir: DataDir,
  options: LoadConfigOptions = {},
): Promise<LoadedConfig> {
  const path = options.file === undefined ? dataDir.configFile : flagPath(host, options.file);
  const source = readSource(path, { role: texts.roles.config, shown: options.file });
  if (source === undefined && options.file !== undefined) {
    throw configFault.configMissing(options.file);
  }
  const strict = options.strict ? "--strict-config" : runsInCi(host.env) ? "CI" : undefined;
  const read = await readConfig(source, { path, home: host.home, strict });
  const search = searchFromEnvironment(read.config.mcpToolSearch, host.env);
  const where = (at: readonly (string | number)[]) =>
    source === undefined ? path : whereOf(source, offsetAt(read.root, at));
  return {
    config: { ...read.config, mcpToolSearch: search.options },
    diagnostics: [...read.diagnostics, ...search.diagnostics],
    ...(source === undefined ? {} : { path }),
    where,
  };
}

function flagPath(host: Place, file: string): string {
  if (file.trim() === "") throw configFault.emptyFlag("--config");
  return expandPath(file, host.cwd, host.home);
}

interface ReadOptions {
  readonly path: string;
  readonly home: string;
  readonly strict: Strictness;
}

interface ReadConfig {
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  readonly root?: SourceNode;
}

async function readConfig(source: SourceText | undefined, options: ReadOptions): Promise<ReadConfig> {
  if (source === undefined || source.text.trim() === "") return { config: DEFAULT_CONFIG, diagnostics: [] };
  const { parseYaml } = await import("./yaml-source.ts");
  const parsed = parseYaml(source.text);
  if (!parsed.ok) throw configFault.syntax(texts.roles.config, source, parsed.problems);
  if (parsed.root === undefined) return { config: DEFAULT_CONFIG, diagnostics: [] };
  if (parsed.root.kind !== "map") {
    const problem = { message: texts.rootIsNoMap, offset: parsed.root.offset };
    throw configFault.syntax(texts.roles.config, source, [problem]);
  }
  const { checkConfig } = await import("./check-config.ts");
  const base = dirname(options.path);
  const checked = checkConfig(parsed.root, (path) => expandPath(path, base, options.home));
  const problems = checked.problems.map((problem) => ({
    ...problem,
    where: whereOf(source, problem.offset),
  }));
  const warnings = judgeProblems(problems, options.strict);
  const notices = checked.notices.map((notice) => ({ ...notice, where: whereOf(source, notice.offset) }));
  return {
    config: checked.config,
    diagnostics: [...warnings, ...notices.map(({ offset: _, ...notice }) => notice)],
    root: parsed.root,
  };
}
