import { KIB } from "../../output/limits.ts";

/** The longest that `task_output` waits, milliseconds (20-local-tools). */
export const MAX_WAIT_MS = 30_000;
/** Bytes of output that one `task_output` gives. */
export const MAX_READ_BYTES = 20 * KIB;
/** Characters of a task's title. */
export const TITLE_CHARACTERS = 80;
