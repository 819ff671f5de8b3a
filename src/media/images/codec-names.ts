import type { ImageFormat } from "./image-facts.ts";

/** Names of the assets that pictures of a format need: to be decoded, and to be made smaller. */
export const CODECS_OF: Readonly<Record<ImageFormat, readonly string[]>> = {
  png: ["mozjpeg_enc.wasm"],
  gif: ["mozjpeg_enc.wasm"],
  bmp: ["mozjpeg_enc.wasm"],
  jpeg: ["mozjpeg_dec.wasm", "mozjpeg_enc.wasm"],
  webp: ["webp_dec.wasm", "mozjpeg_enc.wasm"],
};
