import { MIB } from "../../output/limits.ts";

/** Files over this are not searched, unless named; as ripgrep writes it (20-local-tools). */
export const MAX_SEARCHED_FILE = "1M";
/** Bytes of ripgrep's output that one search takes (20-local-tools). */
export const MAX_RG_OUTPUT_BYTES = 8 * MIB;
/** Milliseconds for one call, all its runs of ripgrep together (20-local-tools). */
export const SEARCH_TIMEOUT_MS = 30_000;

/** How long it counts that a folder holds files which searches leave out, milliseconds. */
export const LEFT_OUT_KEPT_MS = 30_000;

/** Alternatives that the braces of one glob may come to. */
export const MAX_GLOB_ALTERNATIVES = 256;
/** More name filters than this cost ripgrep more than they save. */
export const MAX_NAME_FILTERS = 32;
