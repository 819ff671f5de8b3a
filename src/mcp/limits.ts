/** What start and listing of one server share, in milliseconds (40-mcp, `--mcp-timeout`). */
export const START_TIMEOUT_MS = 30_000;

/** One call, reset by progress, in milliseconds (40-mcp). */
export const CALL_TIMEOUT_MS = 60_000;

/** One call with progress, at most, in milliseconds (40-mcp). */
export const CALL_MAX_MS = 600_000;

/** The end of a server's stderr that is kept, in bytes (40-mcp). */
export const STDERR_TAIL_BYTES = 64 * 1024;

/** After its stdin is closed a server has this long to end by itself, in milliseconds. */
export const EOF_GRACE_MS = 400;

/** After SIGTERM a server has this long before SIGKILL, in milliseconds. */
export const STOP_GRACE_MS = 1_500;

/** One message of a server, in bytes; more is dropped and counted, so that memory stays bounded. */
export const MESSAGE_MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a server's stdout that are read before timers and other servers have their turn. */
export const READ_SLICE_BYTES = 64 * 1024;

/** `instructions` of a server that go before the prompt, in bytes (40-mcp). */
export const INSTRUCTIONS_MAX_BYTES = 2 * 1024;

/** Pages of one `tools/list`; a server that pages on and on is cut there. */
export const LIST_MAX_PAGES = 1_000;

/** Tools of one server; of more the rest is left out, so that memory stays bounded. */
export const LIST_MAX_TOOLS = 20_000;

/** Catalog names, in characters (40-mcp): longest, and where a longer one is cut before its suffix. */
export const NAME_MAX = 64;
export const NAME_CUT = 55;

/** Hex digits of the SHA-256 in a name's suffix (40-mcp). */
export const NAME_HASH_DIGITS = 8;

/** After a server's exit its pipe is read this long for replies it left there, in milliseconds. */
export const EXIT_DRAIN_MS = 100;

/** Before its last lines are shown, stderr of a server that has gone is read this long, in milliseconds. */
export const STDERR_DRAIN_MS = 30;

/** Stray stdout lines of a server that are kept to be shown. */
export const STRAY_SAMPLES = 3;

/** Last stderr lines shown with a failed server. */
export const STDERR_LINES_SHOWN = 8;

/** The program that a server's mark in the environment belongs to. */
export const SERVER_MARK_VARIABLE = "TURNKIT_SERVER_MARK";

/** Schemas over this many characters are left to the server to judge. */
export const SCHEMA_MAX_CHARS = 512 * 1024;

/** Decoded text of one embedded blob that is shown; a longer one is stored, in bytes. */
export const BLOB_TEXT_MAX_BYTES = 64 * 1024;

/** A tool's name on its server; a longer one is set aside, in characters (the protocol wants at most 128). */
export const TOOL_NAME_MAX_CHARS = 1_024;

/** Of a name that cannot be used, in characters. */
export const NAME_SHOWN_CHARS = 80;

/** Tools that are set aside each with a notice of its own; the others are counted. */
export const SET_ASIDE_SHOWN = 20;

/** A cursor of one page, in characters: it is sent back with each request. */
export const CURSOR_MAX_CHARS = 64 * 1024;

/** Of a server's own words about what failed, in characters. */
export const REASON_MAX_CHARS = 2_000;

/** One line of stderr that is shown with a failed server, in characters. */
export const STDERR_LINE_CHARS = 500;

/** Levels of JSON in one tool definition; a deeper one is set aside. */
export const NESTING_MAX = 400;

/** Fields of one form that a server may ask the user with, and choices of one field. */
export const ELICIT_MAX_FIELDS = 40;
export const ELICIT_MAX_CHOICES = 200;

/** The longest that a timer can wait, in milliseconds. */
export const NEVER_MS = 2 ** 31 - 1;
