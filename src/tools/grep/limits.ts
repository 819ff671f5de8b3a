/** Matches or files of one result unless `limit` says otherwise (20-local-tools). */
export const DEFAULT_LIMIT = 100;
/** A longer line is cut around its match, in characters (20-local-tools). */
export const MAX_LINE_CHARACTERS = 2000;
/** Of a cut line, what is kept before the match. */
export const BEFORE_MATCH_CHARACTERS = 500;
/** Lines around each match. */
export const MAX_CONTEXT = 50;
/** A match with more context than this, in bytes, is shown without: the match itself must fit. */
export const MAX_BLOCK_BYTES = 8 * 1024;
