export const KIB = 1024;
export const MIB = 1024 * KIB;

/** Gate 1 of `read` and of `truncate --gate tool-head|tool-tail`: lines and bytes, whichever is first (50-output). */
export const TOOL_GATE_LINES = 2000;
export const TOOL_GATE_BYTES = 50 * KIB;

/** Gate 2, by tool (50-output). */
export const READ_GATE_BYTES = 24 * KIB;
export const BASH_GATE_BYTES = 24 * KIB;
export const GREP_GATE_BYTES = 16 * KIB;

/** Of the limit, what the head of a `head_tail_lines` cut gets; the tail gets what the note leaves (50-output). */
export const HEAD_SHARE = 0.45;

/** Gate 3: text of one result that goes inline, in KiB, unless configured (`toolResultCompaction`). */
export const BUDGET_INLINE_KIB = 64;
/** Gate 3 without `read`: what passes unchanged because a receipt could not be redeemed (50-output). */
export const BUDGET_WITHOUT_READ_BYTES = MIB;
/** Gate 3 when the whole text cannot be stored (50-output). */
export const PREVIEW_BYTES = 2 * KIB;
/** A source shown in a receipt is cut there, in bytes (50-output). */
export const RECEIPT_SOURCE_BYTES = 256;

/** A text with a longer line also gets the readable form, in characters (code points) (50-output). */
export const READABLE_LINE_CHARACTERS = 2000;
/** Bytes that become rows at once: the strings that they become are short-lived and stay few. */
export const READABLE_STEP_BYTES = 16 * KIB;
/** Code points a row of the readable form (50-output). */
export const READABLE_ROW_CHARACTERS = 240;

/** A stored file's name: 24 hex digits of the call, 64 of the content, `-` and `.txt` (50-output). */
export const ARTIFACT_NAME_CHARACTERS = 93;

/** How much of an output an artifact keeps in memory before its file appears. */
export const ARTIFACT_BUFFER_BYTES = 64 * KIB;

/** Shorter secrets are not masked: they would match ordinary words (00-product). */
export const SECRET_MIN_CHARACTERS = 8;

/** How far back a cut looks for the start of a grapheme, in UTF-16 code units. */
export const GRAPHEME_WINDOW = 2048;

export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** A temporary file that nobody has written to for so long was left by a killed process: no tool runs a day. */
export const STALE_TEMPORARY_MS = 24 * 60 * 60 * 1000;

/** A line of terminal output that is longer leaves in parts, in characters: memory stays bounded. */
export const TERMINAL_LINE_CHARACTERS = 64 * KIB;
/** The cursor moves at most so far beyond the end of a line; wider terminals are rare. */
export const TERMINAL_COLUMNS = 512;
/** Bytes that are cleaned at once: the strings that they become are short-lived and stay few. */
export const TERMINAL_STEP_BYTES = 16 * KIB;
/** Parameters of a control sequence that are kept; the rest of it is dropped all the same. */
export const TERMINAL_SEQUENCE_CHARACTERS = 64;

/** What is read before it is looked at, in several reads of a pipe (64 KiB on Linux): more would leave the cache. */
export const READ_BUFFER_BYTES = 256 * KIB;
/** After so many bytes read without waiting, signals and timers get their turn. */
export const READ_TURN_BYTES = 16 * MIB;

/** Up to so many bytes newlines are counted without WebAssembly, whose start takes about two milliseconds. */
export const NEWLINES_BY_HAND_BYTES = 128 * KIB;
export const WASM_PAGE_BYTES = 64 * KIB;

/** Code units of a text that are encoded at once. */
export const ENCODE_CHARACTERS = 20_000;

/** A stored output that is longer is hashed by a thread of its own, which takes some MiB and milliseconds. */
export const HASH_INLINE_BYTES = 32 * MIB;
/** How far that thread is behind before it is told that there is more. */
export const HASH_STEP_BYTES = 4 * MIB;

/** After so many bytes a file that is being written is sent to the disk, while more comes. */
export const SYNC_STEP_BYTES = 256 * MIB;
