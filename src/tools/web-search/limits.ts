/** Results of one search unless `count` says otherwise, and at most. */
export const DEFAULT_COUNT = 8;
export const MAX_COUNT = 20;
/** Characters of one result's snippet and title. */
export const MAX_SNIPPET_CHARACTERS = 600;
export const MAX_TITLE_CHARACTERS = 200;
/** Characters of a query. */
export const MAX_QUERY_CHARACTERS = 1_000;
