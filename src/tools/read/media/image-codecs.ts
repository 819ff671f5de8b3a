import { Buffer } from "node:buffer";
import { assetBytes } from "../../../config/assets.ts";
import { exifOrientation } from "./exif.ts";
import type { ImageFormat } from "./image-facts.ts";
import { oriented, type Pixels } from "./pixels.ts";

/** The pixels of an image, of an animation the first picture. @throws when they cannot be decoded. */
export async function decodeImage(bytes: Buffer, format: ImageFormat): Promise<Pixels> {
  return DECODERS[format](bytes);
}

/** Lossless. */
export async function encodePng(image: Pixels): Promise<Buffer> {
  const { PNG } = await import("pngjs");
  const png = new PNG({ width: image.width, height: image.height });
  png.data = Buffer.from(image.data.buffer, image.data.byteOffset, image.data.byteLength);
  return PNG.sync.write(png);
}

/** Without alpha: what shines through shows black. `quality` is 0 to 100. */
export async function encodeJpeg(image: Pixels, quality: number): Promise<Buffer> {
  const { default: encode, init } = await import("@jsquash/jpeg/encode.js");
  await start(init, "mozjpeg_enc.wasm");
  const { width, height } = image;
  const data = new Uint8ClampedArray(image.data);
  const picture = { data, width, height } as unknown as Parameters<typeof encode>[0];
  return Buffer.from(await encode(picture, { quality, progressive: false }));
}

const DECODERS: Readonly<Record<ImageFormat, (bytes: Buffer) => Promise<Pixels>>> = {
  png: async (bytes) => {
    const { PNG } = await import("pngjs");
    // The decoder refuses bytes after the last chunk, which some programs write; a check sum follows its type.
    return PNG.sync.read(bytes.subarray(0, bytes.lastIndexOf("IEND") + 8));
  },
  gif: async (bytes) => {
    const { GifReader } = await import("omggif");
    const reader = new GifReader(bytes);
    const data = new Uint8Array(reader.width * reader.height * 4);
    reader.decodeAndBlitFrameRGBA(0, data);
    return { data, width: reader.width, height: reader.height };
  },
  jpeg: async (bytes) => {
    const { default: decode, init } = await import("@jsquash/jpeg/decode.js");
    provideImageData();
    await start(init, "mozjpeg_dec.wasm");
    return oriented(await decode(arrayBufferOf(bytes)), exifOrientation(bytes));
  },
  webp: async (bytes) => {
    const { default: decode, init } = await import("@jsquash/webp/decode.js");
    provideImageData();
    await start(init, "webp_dec.wasm");
    return decode(arrayBufferOf(bytes));
  },
};

/** The codecs print their complaints; a failure is told by the tool instead. */
const QUIET = { print: () => undefined, printErr: () => undefined };

/** From the bytes that the program carries: the codecs would look for a file beside themselves. */
function start(init: unknown, asset: string): Promise<void> {
  const startCodec = init as (module: WebAssembly.Module, options: object) => Promise<void>;
  return startCodec(new WebAssembly.Module(new Uint8Array(assetBytes(asset))), QUIET);
}

function arrayBufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** The decoders hand out an `ImageData`, which browsers have and these runtimes do not. */
function provideImageData(): void {
  const scope = globalThis as { ImageData?: unknown };
  scope.ImageData ??= class {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;

    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data;
      this.width = width;
      this.height = height;
    }
  };
}
