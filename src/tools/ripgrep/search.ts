import { errorResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { loadNative, type Native } from "../process/native.ts";
import type { LocalServices } from "../services.ts";
import { SEARCH_TIMEOUT_MS } from "./limits.ts";
import type { Ripgrep } from "./run-ripgrep.ts";
import { texts } from "./texts.ts";

/** What the search tools need of the turn. */
export type SearchServices = Pick<
  LocalServices,
  "workspace" | "platform" | "programs" | "environments" | "processes"
>;

/** Runs searches within the time of one call; made once a turn. */
export interface Searcher {
  /** `work` may run ripgrep several times; when the time is over its result is dropped for an error. */
  search(signal: AbortSignal | undefined, work: (rg: Ripgrep) => Promise<ToolResult>): Promise<ToolResult>;
}

export async function createSearcher(tool: string, services: SearchServices): Promise<Searcher> {
  const native = await loadNative(services.platform);
  return { search: (signal, work) => searchInTime({ tool, services, native }, signal, work) };
}

interface SearcherParts {
  readonly tool: string;
  readonly services: SearchServices;
  readonly native: Native;
}

async function searchInTime(
  { tool, services, native }: SearcherParts,
  signal: AbortSignal | undefined,
  work: (rg: Ripgrep) => Promise<ToolResult>,
): Promise<ToolResult> {
  const program = await services.programs.ripgrep();
  if (program === undefined) return errorResult(tool, texts.noRipgrep);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), SEARCH_TIMEOUT_MS);
  const environment = services.environments.helper;
  const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  try {
    const result = await work({
      path: program,
      environment,
      processes: services.processes,
      native,
      signal: either,
    });
    if (signal?.aborted) return errorResult(tool, texts.aborted, { aborted: true });
    if (late.signal.aborted) return errorResult(tool, texts.tookTooLong, { timed_out: true });
    return result;
  } finally {
    clearTimeout(timer);
  }
}
