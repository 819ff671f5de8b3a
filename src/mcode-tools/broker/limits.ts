/** Lease protocol v1 (70-mcode-tools). */
export const PROTOCOL_VERSION = 1;
export const MAX_MIN_VALIDITY_MS = 300_000;
export const CAPABILITY_BYTES = 32;

/** A token that does not say when it ends counts this long and is read again then. */
export const DEFAULT_VALIDITY_MS = 3_600_000;
/** A lease request waits this long for a token; below the idle limit of a connection. */
export const LEASE_WAIT_MS = 20_000;
/** Of `connectors.auth.command`. */
export const COMMAND_TIMEOUT_MS = 30_000;
/** For what a token command printed last, when somebody else holds its output open. */
export const COMMAND_DRAIN_MS = 500;
export const MAX_TOKEN_BYTES = 32 * 1024;

/** Between two questions of the device grant, where the issuer names no interval; and what it adds (RFC 8628). */
export const DEVICE_POLL_MS = 5_000;
export const DEVICE_SLOW_DOWN_MS = 5_000;
export const ISSUER_TIMEOUT_MS = 30_000;
