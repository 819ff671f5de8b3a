import type { PageRange } from "./documents/pdf-pages.ts";
import type { ImageFacts, ImageTrouble } from "./images/image-facts.ts";

/** WebAssembly of a picture's coders by name, as `config/wasm-assets.ts` names them. */
export type Codecs = Readonly<Record<string, Uint8Array>>;

/** What the thread is asked for; `bytes` are a copy that it may keep. */
export type MediaTask =
  | {
      readonly kind: "image";
      readonly bytes: Uint8Array;
      readonly facts: ImageFacts;
      readonly codecs: Codecs;
      /** False: nobody will see it, only whether it can be decoded is asked. */
      readonly shown: boolean;
    }
  | {
      readonly kind: "pdf";
      readonly bytes: Uint8Array;
      readonly pages: PageRange | undefined;
      /** The text of the PDF library's module: the thread has no assets. */
      readonly library: Uint8Array;
    }
  | { readonly kind: "notebook"; readonly bytes: Uint8Array };

/** What each kind of task comes to. */
export interface MediaResults {
  readonly image: FittedImage;
  readonly pdf: PdfText;
  readonly notebook: NotebookText;
}

/** An image within the limits of providers, decodable for certain. */
export interface FittedImage {
  /** Undefined: the file itself. */
  readonly bytes: Uint8Array | undefined;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** The decoder had to guess: something in the file is damaged, and what it could make out is in `bytes`. */
  readonly damaged: boolean;
}

export interface PdfText {
  readonly total: number;
  readonly first: number;
  readonly last: number;
  readonly pages: readonly PdfPage[];
}

export interface PdfPage {
  readonly text: string;
  /** What is written into the fields of a form. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly moreFields: boolean;
  /** Why the page could not be read; it has no text then. */
  readonly broken?: string;
}

export interface NotebookText {
  /** Undefined: the file is no notebook. */
  readonly text: string | undefined;
  readonly cells: number;
}

/** Why there is no result: a closed list. */
export type MediaFailure =
  | { readonly code: "broken_image"; readonly trouble: ImageTrouble }
  | {
      readonly code: "too_many_pixels";
      readonly width: number;
      readonly height: number;
      readonly most: number;
    }
  | { readonly code: "too_long_side"; readonly width: number; readonly height: number; readonly most: number }
  | { readonly code: "broken_pdf"; readonly reason: string }
  | { readonly code: "locked_pdf" }
  | { readonly code: "pages_needed"; readonly total: number }
  | { readonly code: "page_past_end"; readonly page: number; readonly total: number }
  | { readonly code: "too_much_text"; readonly most: number }
  | { readonly code: "too_slow"; readonly ms: number }
  | { readonly code: "too_much_memory"; readonly bytes: number }
  | { readonly code: "crashed"; readonly reason: string };

/** The thread's answer, and `inThread`'s. */
export type MediaAnswer<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly failure: MediaFailure };
