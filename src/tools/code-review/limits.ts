import { KIB } from "../../output/limits.ts";

/** Of the review input, changes and list together: below what one result may hold inline (50-output). */
export const MAX_REVIEW_BYTES = 48 * KIB;
/** A file's changes are shown with at least this, or not at all. */
export const MIN_FILE_BYTES = 512;
/** Of an untracked file. */
export const MAX_UNTRACKED_BYTES = 16 * KIB;
/** Files that are listed by name. */
export const MAX_LISTED_FILES = 200;
/** Files that are left out by a path specification of their own. */
export const MAX_EXCLUDED_PATHS = 500;
/** Milliseconds for git, all its runs together. */
export const GIT_TIMEOUT_MS = 30_000;
