/** Bytes of one memory: it is read whole, by a model. */
export const MEMORY_BYTES = 256 * 1024;

/** Topics that there may be. */
export const MEMORY_TOPICS = 500;

/** Characters of a topic's description, one line. */
export const TOPIC_DESCRIPTION_CHARACTERS = 300;

/** Lines that a search gives, at most. */
export const MEMORY_MATCHES = 100;

/** Characters of one line that a search gives. */
export const MATCH_CHARACTERS = 500;

/** Milliseconds that a change waits for another one. */
export const MEMORY_LOCK_WAIT_MS = 5_000;
