import { MIB } from "../../output/limits.ts";

/** The total of lines is told for files up to this size; counting a larger one would cost what was not asked for (50-output). */
export const COUNTED_BYTES = 16 * MIB;

/** The first read of a file: enough for its first lines, and for what decides its type. */
export const FIRST_CHUNK_BYTES = 64 * 1024;

/** Later reads. */
export const CHUNK_BYTES = 1024 * 1024;

/** Width of line numbers (20-local-tools: read). */
export const NUMBER_WIDTH = 6;

/** Entries told of a folder that was to be read (20-local-tools: read). */
export const LISTED_ENTRIES = 20;

/** A file that is held whole: images, notebooks, documents. */
export const HELD_BYTES = 64 * MIB;

/** A video goes to the model whole. */
export const VIDEO_BYTES = 20 * MIB;
