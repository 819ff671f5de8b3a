/** Saved catalogs, lock files and baselines, in bytes; 5,000 tools take about 7 MiB. */
export const SAVED_JSON_MAX_BYTES = 64 * 1024 * 1024;
