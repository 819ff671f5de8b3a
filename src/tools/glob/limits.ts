/** Files of one result unless `limit` says otherwise (20-local-tools). */
export const DEFAULT_LIMIT = 200;
