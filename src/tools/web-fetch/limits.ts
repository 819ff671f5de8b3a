/** Estimated tokens of a result (20-local-tools). */
export const MAX_RESULT_TOKENS = 16_000;
/** Characters of headers that a HEAD request shows. */
export const MAX_HEADER_CHARACTERS = 8_192;
