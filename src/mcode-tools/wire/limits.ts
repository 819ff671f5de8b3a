/** Limits of the sockets of a host (70-mcode-tools, "Lease protocol v1"). */
export const MAX_FRAME_BYTES = 64 * 1024;
export const MAX_CONNECTIONS = 32;
/** Connections that wait for a place at the connector endpoint: commands that a shell starts side by side. */
export const MAX_WAITING_CONNECTIONS = 256;
export const MAX_REQUESTS_PER_CONNECTION = 256;
/** Between the end of one request and the end of the next, half-sent ones included. */
export const IDLE_MS = 30_000;
/** How long a closed connection is read on, so that its last answers arrive. */
export const LINGER_MS = 1000;
/** A client that does not read gets no further answer once this much waits for it. */
export const MAX_UNREAD_BYTES = 1024 * 1024;

/** Frames of one client that wait for their turn; more stay in the kernel. */
export const MAX_WAITING_FRAMES = 16;

/** Text in one frame of a long message; six bytes a character are the worst that JSON makes of it. */
export const PIECE_CHARACTERS = 10_000;
/** Of a message's id, in characters: as long as a requestId of the lease protocol. */
export const MAX_ID_CHARACTERS = 128;
/** Of a message in pieces, either way, in characters. */
export const MAX_MESSAGE_CHARACTERS = 64 * 1024 * 1024;
