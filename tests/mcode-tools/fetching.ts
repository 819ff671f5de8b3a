import { join } from "node:path";
import type { Host } from "../../src/config/host.ts";
import {
  type Fetched,
  type FetchRequest,
  fetchArtifact,
} from "../../src/mcode-tools/fetch/fetch-artifact.ts";
import { createNpmClient } from "../../src/mcode-tools/fetch/npm-client.ts";
import { testHost } from "../support/cli.ts";

export interface FetchRun {
  readonly fetched: Fetched | undefined;
  readonly fault:
    | { readonly code: string; readonly message: string; readonly hint?: string; readonly cause?: unknown }
    | undefined;
  /** Milliseconds that would have been waited before each further try. */
  readonly waits: readonly number[];
  readonly notes: readonly string[];
}

export interface FetchSettings {
  readonly home: string;
  readonly env?: Host["env"];
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Fetches with real connections; only the waits between tries are skipped and written down. */
export async function fetchRun(
  request: Omit<FetchRequest, "cacheFolder" | "offline"> & { offline?: boolean },
  { home, env, timeoutMs, signal }: FetchSettings,
): Promise<FetchRun> {
  const waits: number[] = [];
  const notes: string[] = [];
  // The user's own npmrc is the test's: what the machine is set up with does not matter.
  const host = testHost({
    cwd: home,
    home,
    env: { PATH: process.env.PATH, HOME: home, npm_config_globalconfig: join(home, "none"), ...env },
  });
  try {
    const fetched = await fetchArtifact(
      { offline: false, ...request, cacheFolder: join(home, "cache") },
      {
        host,
        client: () => createNpmClient(host),
        onProgress: () => undefined,
        note: (text) => notes.push(text),
        tries: {
          signal: signal ?? new AbortController().signal,
          onRetry: (_, waitMs) => waits.push(waitMs),
          sleep: async () => undefined,
          timeoutMs,
        },
      },
    );
    return { fetched, fault: undefined, waits, notes };
  } catch (error) {
    return { fetched: undefined, fault: error as FetchRun["fault"], waits, notes };
  }
}
