/** Line numbers told when a text was found more than once. */
export const TOLD_LINES = 20;

/** Bytes of a file that are searched for the nearest match; the message is help, not work to wait for. */
export const NEAREST_BYTES = 8 * 1024 * 1024;

/** Lines of the file that are compared by likeness, when none of them equals a line of the searched text. */
export const NEAREST_LINES = 20_000;

/** Characters of a line that an error message shows. */
export const SHOWN_CHARACTERS = 120;

/** Matches counted before the answer says "at least". */
export const COUNTED_MATCHES = 10_000;
