const MIB = 1024 * 1024;

/** Files of one site. */
export const SITE_FILES = 20_000;

/** Bytes of one site in a folder. */
export const FOLDER_BYTES = 2 * 1024 * MIB;

/** Bytes of one site that is uploaded, before compression. */
export const UPLOAD_BYTES = 256 * MIB;

/** Folders inside each other. */
export const SITE_DEPTH = 64;

/** Releases of a site that stay in a folder target, the current one included: readers may still be in the last. */
export const KEPT_RELEASES = 2;

/** Milliseconds that a deployment waits for another one of the same site. */
export const DEPLOY_LOCK_WAIT_MS = 10_000;

/** Tries of an upload; the next ones after a broken connection, 429 or 5xx. */
export const UPLOAD_TRIES = 3;

/** Milliseconds before the second try; doubles. */
export const UPLOAD_BACKOFF_MS = 1_000;

/** Milliseconds without a byte in either direction after which a try has failed. */
export const UPLOAD_IDLE_MS = 60_000;

/** Milliseconds that a server has to say whether it wants the content; many say nothing, and get it then. */
export const CONTINUE_WAIT_MS = 1_000;

/** Bytes of an answer that are read. */
export const ANSWER_BYTES = 64 * 1024;

/** Characters of a refusing answer that are shown. */
export const SHOWN_ANSWER = 300;
