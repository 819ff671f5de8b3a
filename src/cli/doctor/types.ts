import type { DataDir } from "../../config/data-dir.ts";
import type { Host } from "../../config/host.ts";
import type { LoadedConfig } from "../../config/types.ts";

export const CHECK_STATUSES = ["ok", "warning", "failed"] as const;
/** `warning`: something works less well or not at all, but nothing needs it to. */
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** One thing that was really tried. */
export interface Check {
  /** Stable, for programs. */
  readonly check: string;
  readonly status: CheckStatus;
  /** What was found, one sentence. */
  readonly found: string;
  /** How to mend it; absent where there is nothing to do. */
  readonly fix?: string;
}

/** What the checks may look at. */
export interface Examined {
  readonly host: Host;
  readonly dataDir: DataDir;
  /** Absolute. */
  readonly workspace: string;
  /** The defaults where the configuration has a fault; a check of its own tells of that. */
  readonly loaded: LoadedConfig;
}

export function ok(check: string, found: string): Check {
  return { check, status: "ok", found };
}

export function warning(check: string, found: string, fix?: string): Check {
  return { check, status: "warning", found, ...(fix === undefined ? {} : { fix }) };
}

export function failed(check: string, found: string, fix?: string): Check {
  return { check, status: "failed", found, ...(fix === undefined ? {} : { fix }) };
}
