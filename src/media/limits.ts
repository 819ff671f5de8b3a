// Nothing is imported here: the thread loads this file too, and what it shares with the start of the program
// would become a file of its own that every start has to open.

/** Pixels of a side that providers take without scaling themselves (20-local-tools: read). */
export const IMAGE_SIDE_PIXELS = 2_000;

/** Characters of an image's base64 (20-local-tools: read). */
export const IMAGE_ENCODED_BYTES = 4_500_000;

/** Qualities that are tried, best first, until a picture is small enough. */
export const JPEG_QUALITIES = [85, 70, 50] as const;

/** Bytes of a picture's file that is read to be made smaller. */
export const IMAGE_FILE_BYTES = 64 * 1024 * 1024;

/** Pixels of a picture that is decoded row by row (PNG, BMP): bounds time, a row is all that is held. */
export const ROW_PIXELS = 100_000_000;

/** Pixels of one side: a row is held whole. The same as in the reference library of PNG. */
export const SIDE_PIXELS = 1_000_000;

/** Pixels of a picture that is decoded as a whole: up to 14 bytes each. Cameras of phones make 48,000,000. */
export const WHOLE_PIXELS = 50_000_000;

/** Pixels of a JPEG in four colours, for which only a decoder exists that needs 40 bytes each. */
export const FOUR_COLOUR_PIXELS = 16_000_000;

/** Pixels times passes over them: a JPEG may refine its picture as often as it likes. Usual is ten passes. */
export const JPEG_PASS_PIXELS = 1_000_000_000;

/** Bytes that follow a PNG's last row in its stream and are looked at: they should be none. */
export const PNG_SURPLUS_BYTES = 1024 * 1024;

/** Time for one file, milliseconds; a picture of the most pixels takes a few seconds. */
export const MEDIA_MS = 60_000;

/** What the program may grow by while a file is decoded, bytes: a JPEG of the most pixels takes three quarters of it. */
export const MEDIA_MEMORY_BYTES = 1.25 * 1024 ** 3;

/** How often that is looked at, milliseconds. */
export const MEMORY_WATCH_MS = 25;

/** Characters that pages or cells may come to; shown is a part, by `offset`. */
export const DOCUMENT_CHARACTERS = 16 * 1024 * 1024;

/** Characters of one output of a notebook that would come to more than that. */
export const OUTPUT_CHARACTERS = 16 * 1024;

/** A PDF of more pages is read in parts, `pages` (20-local-tools: read). */
export const PDF_PAGES_UNASKED = 10;

/** Pages of one call (20-local-tools: read). */
export const PDF_PAGES = 20;

/** Form fields told of a page. */
export const PDF_FIELDS = 200;
