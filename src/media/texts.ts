import { MIB } from "../output/limits.ts";
import type { ImageTrouble } from "./images/image-facts.ts";
import { PDF_PAGES, PDF_PAGES_UNASKED } from "./limits.ts";
import type { MediaFailure } from "./types.ts";

const TROUBLES: Readonly<Record<ImageTrouble, string>> = {
  cut_off: "it is cut off: its end is missing",
  bad_header: "its header makes no sense",
  bad_checksum: "a check sum in it is wrong",
  no_pixels: "it holds no picture",
  zero_size: "its header says that it has no width or no height",
  wrong_size: "its header and its picture disagree about its size",
  bad_pixels: "its pixels cannot be decoded",
  too_few_pixels: "its pixels end before its last row",
  unsupported: "it is of a kind that cannot be decoded here",
};

/** Why a file cannot be shown. */
export const mediaTexts = {
  cannotShow: (path: string, why: string) => `Cannot show "${path}": ${why}`,
  trouble: (trouble: ImageTrouble) => TROUBLES[trouble],
  why: (typeName: string, failure: MediaFailure): string => {
    switch (failure.code) {
      case "broken_image":
        return `it begins as a ${typeName}, but it is broken (${TROUBLES[failure.trouble]}).`;
      case "too_many_pixels":
        return `${failure.width}×${failure.height} pixels are too many for a ${typeName}: at most ${grouped(failure.most)} are decoded. Make a smaller copy of it first.`;
      case "too_long_side":
        return `${failure.width}×${failure.height} pixels are too many on one side: at most ${grouped(failure.most)} are decoded. Cut it first.`;
      case "broken_pdf":
        return `the PDF document cannot be opened (${failure.reason}).`;
      case "locked_pdf":
        return "the PDF document is locked by a password. Make a copy without one first, for instance with qpdf --decrypt.";
      case "pages_needed":
        return `it has ${failure.total} pages. Say which with pages, for instance "1-${PDF_PAGES_UNASKED}" (at most ${PDF_PAGES} a call).`;
      case "page_past_end":
        return `there is no page ${failure.page}, it has ${failure.total} page${failure.total === 1 ? "" : "s"}.`;
      case "too_much_text":
        return `its text has more than ${grouped(failure.most)} characters. Read a part of it with other tools.`;
      case "too_slow":
        return `it was not decoded within ${failure.ms / 1000} seconds.`;
      case "too_much_memory":
        return `decoding it takes more than ${failure.bytes / MIB} MiB of memory.`;
      case "crashed":
        return `its decoder failed (${failure.reason}).`;
    }
  },
};

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
