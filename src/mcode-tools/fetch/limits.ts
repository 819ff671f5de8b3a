/** Sizes and times of fetching (70-mcode-tools, "fetch-mcode-tools"). */
export const MAX_COMPRESSED_BYTES = 64 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
/** Of one of the three entries that count. */
export const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

export const MAX_TRIES = 3;
/** Before try n+1 (n from 1) the wait is this times 2ⁿ⁻¹. */
export const BACKOFF_MS = 1_000;
/** A longer Retry-After is not waited for. */
export const MAX_RETRY_AFTER_MS = 30_000;
/** One try, from the request to the last byte. */
export const TRY_TIMEOUT_MS = 120_000;
/** A cache entry in the making that nobody has written to for so long belongs to nobody. */
export const DEAD_DRAFT_MS = 5 * TRY_TIMEOUT_MS;

export const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Unpacked bytes per chunk: big enough that the cost per chunk does not show. */
export const GUNZIP_CHUNK_BYTES = 256 * 1024;
/** Of a file that is read for `--from-file`. */
export const FILE_CHUNK_BYTES = 1024 * 1024;
/** Of a registry's answer about a package. */
export const MAX_METADATA_BYTES = 16 * 1024 * 1024;
