const GIB = 1024 ** 3;

/** Seconds (20-local-tools). */
export const DEFAULT_TIMEOUT_S = 120;
export const MAX_TIMEOUT_S = 300;
/** Where background tasks are possible, default and maximum (20-local-tools). */
export const TASKS_TIMEOUT_S = 600;
/** `run_in_background` without a limit of its own (20-local-tools). */
export const BACKGROUND_TIMEOUT_S = 30 * 60;
/** The longest limit of a background command: a day. A timer of the runtime holds 24 days. */
export const MAX_BACKGROUND_TIMEOUT_S = 24 * 60 * 60;
/** A shorter limit would end the shell before it has started. */
export const MIN_TIMEOUT_S = 0.1;

/** After the end of the shell, for what its children have still to say (20-local-tools). Milliseconds. */
export const DRAIN_MS = 300;
/** A foreground command that runs longer becomes a background task, where that is wanted. Milliseconds. */
export const HAND_OVER_MS = 15_000;

/** Partial output told while a command runs: not more often than this (milliseconds) … */
export const UPDATE_INTERVAL_MS = 100;
/** … and not more than this in all (characters): a flood must not become a flood of events. */
export const UPDATE_CHARACTERS = 64 * 1024;

/** A command that prints more than this is ended, bytes: all of it is stored, and the disk is not ours alone. */
export const MAX_OUTPUT_BYTES = 8 * GIB;
