/** A change within this time of the last one may carry the same time stamps (FAT counts in 2 s steps). */
export const RACY_WINDOW_MS = 2_000;

/** Files up to this size are known by a hash, larger ones by size and times: hashing must not slow work down. */
export const HASHED_BYTES = 16 * 1024 * 1024;
