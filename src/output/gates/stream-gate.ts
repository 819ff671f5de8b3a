import type { Artifact } from "../artifacts/types.ts";
import type { GatedText } from "./details.ts";

export interface StreamFinish {
  readonly artifact?: Artifact;
  /** The whole was to be stored, and storing failed: the note says so. */
  readonly storingFailed?: boolean;
  /** Bytes as they came, where what was pushed is another form of them. */
  readonly originalBytes?: number;
}

/** A gate over a stream of UTF-8; its memory is that of its limit. */
export interface StreamGate {
  /** What a note alone takes at least, with the path of the stored whole; a smaller limit makes no sense. */
  leastBytes(path?: string): number;
  /** The buffer may be reused. */
  push(chunk: Uint8Array): void;
  /** After the last push: whether `finish` will leave something out, so that the whole must be stored. */
  willCut(): boolean;
  /** Whether the bytes that are kept are UTF-8; what is not shows as U+FFFD. */
  readonly isValid: boolean;
  finish(options?: StreamFinish): GatedText;
}
