import { MIB } from "../../output/limits.ts";

/** For one request, redirects included, milliseconds (20-local-tools). */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Bytes of a body, as decoded (20-local-tools). */
export const MAX_BODY_BYTES = 10 * MIB;
/** Redirects followed (20-local-tools). */
export const MAX_REDIRECTS = 10;
/** Characters of a URL; longer ones are no addresses but data. */
export const MAX_URL_CHARACTERS = 8_192;
