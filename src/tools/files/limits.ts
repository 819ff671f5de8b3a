/** A change within this time of the last one may carry the same time stamps (FAT counts in 2 s steps). */
export const RACY_WINDOW_MS = 2_000;

/** Files up to this size are known by a hash, larger ones by size and times: hashing must not slow work down. */
export const HASHED_BYTES = 16 * 1024 * 1024;

/** How much of a file decides whether it is binary (20-local-tools: read). */
export const SNIFFED_BYTES = 4 * 1024;

/** More control characters than this share of the sample: binary (20-local-tools: read). */
export const BINARY_CONTROL_SHARE = 0.3;

/** Unchanged lines around each change in `details.patch`. */
export const PATCH_CONTEXT_LINES = 3;

/** A longer patch leaves out its last hunks: it rides in transcripts, and files have no bound. */
export const PATCH_BYTES = 256 * 1024;

/** Changes within regions up to this size are shown; a larger one is left out of the patch. */
export const PATCH_COMPARED_BYTES = 1024 * 1024;

/** Texts that differ in more lines are shown as replaced whole: comparing is quadratic, seconds of work at 4,000. */
export const PATCH_COMPARED_EDITS = 1_000;

/** Files that are held in memory to be edited. */
export const EDITED_BYTES = 1024 * 1024 * 1024;

/** A temporary file that nobody has written to for so long was left by a killed process. */
export const STALE_TEMPORARY_MS = 10 * 60 * 1000;

/** Files from this size on are copied by the system while an edit is worked out. */
export const COPIED_BYTES = 8 * 1024 * 1024;

/** More runs of bytes than this are put together before they are written. */
export const SPLICED_PIECES = 64;

/** Entries of a folder that are looked at for a name like the one that does not exist. */
export const LISTED_FOR_NAMES = 2_000;
