/** Assistant messages of one turn, unless `--max-steps` says otherwise (60-turn). */
export const DEFAULT_MAX_STEPS = 50;

/** Messages in a row whose calls are all unknown or unreadable, after which a live model's turn ends (h13, h21). */
export const MAX_UNUSABLE_STEPS = 3;

/** Share of the context window over which old results are taken out before a request (60-turn). */
export const CONTEXT_SHARE = 0.85;

/** Results of this many last rounds are never taken out (60-turn). */
export const KEPT_ROUNDS = 5;

/** Tokens under which a result is shorter than the receipt that would stand for it. */
export const LEAST_WORTH_A_RECEIPT = 256;

/** Requests that are sent again after 408, 429, 5xx, a refused connection or a broken stream. */
export const DEFAULT_MAX_RETRIES = 4;

/** Milliseconds before the first retry; doubles with each, up to `RETRY_CEILING_MS`. */
export const RETRY_BASE_MS = 500;
export const RETRY_CEILING_MS = 8_000;

/** A longer `Retry-After` is not waited for: the turn ends and says what was asked. */
export const RETRY_AFTER_CEILING_MS = 60_000;

/** Milliseconds without one byte from a provider, after which its stream counts as broken. */
export const STALL_TIMEOUT_MS = 120_000;

/** Characters of a text shown in the report of a failed expectation. */
export const SHOWN_ACTUAL = 400;

/** Bytes of a prompt from stdin or of one attached text file. */
export const MAX_PROMPT_BYTES = 8 * 1024 * 1024;

/** Characters of unreadable arguments that are shown back to the model. */
export const MAX_SHOWN_ARGUMENTS = 200;

/** Characters of a provider's own error message that are shown. */
export const MAX_PROVIDER_MESSAGE = 600;

/** Output tokens of one answer of a model that is in no list. */
export const UNLISTED_MAX_TOKENS = 16_384;

/** Characters of one argument, result or message in the progress lines. */
export const MAX_BRIEF = 120;

/** Bytes of one server's `instructions` that reach the model (40-mcp). */
export const MAX_INSTRUCTION_BYTES = 2 * 1024;

/** Milliseconds for one hook command; just under the 10 s after which the contract gives up on it. */
export const HOOK_COMMAND_MS = 9_500;

/** Bytes of a hook's output that are read; an answer is far smaller. */
export const MAX_HOOK_OUTPUT_BYTES = 1024 * 1024;

/** Milliseconds that a hook's output may still take after its end; a child it left behind is not waited for. */
export const HOOK_DRAIN_MS = 300;
