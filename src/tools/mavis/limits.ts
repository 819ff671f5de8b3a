/** Sessions that are listed, unless `limit` says otherwise. */
export const LISTED_SESSIONS = 20;

/** Sessions that `limit` may ask for. */
export const LISTED_SESSIONS_MOST = 200;

/** Messages of a session that are shown, the last ones, unless `messages` says otherwise. */
export const SHOWN_MESSAGES = 10;

/** Messages that `messages` may ask for. */
export const SHOWN_MESSAGES_MOST = 100;

/** Characters of one message that are shown. */
export const SHOWN_MESSAGE_CHARACTERS = 2_000;

/** Characters of what a session was about, in a list. */
export const SHOWN_PROMPT_CHARACTERS = 120;

/** Characters of a message to another session. */
export const SENT_MESSAGE_CHARACTERS = 20_000;

/** Characters of the instructions of an agent. */
export const INSTRUCTION_CHARACTERS = 100_000;

/** Milliseconds that a change of agents waits for another one. */
export const AGENTS_LOCK_WAIT_MS = 5_000;
