/** A hook that has not answered by then fails its call, and only that (10-contract). */
export const HOOK_TIMEOUT_MS = 10_000;

/** How long an aborted tool may clean up (bash: SIGTERM, 5 s, SIGKILL) before its call ends without it. */
export const ABORT_GRACE_MS = 7_000;
