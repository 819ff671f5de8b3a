/** Of `--args`, `--args-file` and stdin, in bytes. */
export const MAX_ARGS_BYTES = 16 * 1024 * 1024;
/** Of a file given to `upload-temp-url`, in bytes: it travels to the host as base64. */
export const MAX_UPLOAD_BYTES = 32 * 1024 * 1024;
/** How long a URL of the host's own asset server can be used, in milliseconds. */
export const ASSET_URL_LIFE_MS = 10 * 60_000;
/** Uploads that the host keeps at once, in bytes; the oldest go first. */
export const MAX_KEPT_UPLOAD_BYTES = 128 * 1024 * 1024;
/** Of one exchange with an assets endpoint, in milliseconds. */
export const ASSETS_TIMEOUT_MS = 60_000;
/** Names of files that binary blocks are written to are tried up to this number. */
export const MAX_FILE_NUMBER = 10_000;
