import type { ImageTrouble } from "./images/image-facts.ts";
import type { MediaFailure } from "./types.ts";

/** Thrown inside the thread by what cannot go on; the thread answers with `failure`. */
export class MediaFailed extends Error {
  readonly failure: MediaFailure;

  constructor(failure: MediaFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** What stops a decoder. */
export function brokenImage(trouble: ImageTrouble): MediaFailed {
  return new MediaFailed({ code: "broken_image", trouble });
}
