import { resolve } from "node:path";
import type { LockDocument } from "../../catalog/lock/types.ts";
import { text } from "./flag-parsers.ts";

/** Holding to a lock file; the same on every command that runs tools. */
export interface LockedFlags {
  readonly locked?: boolean;
  readonly lock?: string;
}

export const lockedFlags = {
  locked: {
    kind: "boolean",
    brief: "Withhold tools that differ from the lock file",
    optional: true,
    withNegated: false,
  },
  lock: {
    kind: "parsed",
    parse: text,
    placeholder: "FILE",
    brief: "The lock file (default: turnkit.lock.json in the workspace)",
    optional: true,
  },
} as const;

/**
 * The lock that `--locked` holds to; undefined without it.
 * @throws Fault (exit 2) when the file is missing or unusable.
 */
export async function heldLock(
  { locked, lock }: LockedFlags,
  workspace: string,
): Promise<LockDocument | undefined> {
  if (locked !== true) return undefined;
  const { LOCK_FILE, requireLock } = await import("../../catalog/lock/lock-file.ts");
  const shown = lock ?? LOCK_FILE;
  return requireLock({ path: resolve(workspace, shown), shown, role: "the lock file" });
}
