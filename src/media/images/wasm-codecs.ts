import type { Buffer } from "node:buffer";
import type { Codecs } from "../types.ts";
import type { Pixels } from "./pixels.ts";

/** The pixels of a JPEG of one or three colours, and how often the decoder complained. @throws when it cannot. */
export async function wasmJpeg(
  bytes: Buffer,
  codecs: Codecs,
): Promise<{ pixels: Pixels; complaints: number }> {
  const { default: decode, init } = await import("@jsquash/jpeg/decode.js");
  let complaints = 0;
  await start(init, codecs["mozjpeg_dec.wasm"], () => complaints++);
  return { pixels: await decode(arrayBufferOf(bytes)), complaints };
}

/** The pixels of a WebP that is no animation. @throws when they cannot be decoded. */
export async function wasmWebp(bytes: Buffer, codecs: Codecs): Promise<Pixels> {
  const { default: decode, init } = await import("@jsquash/webp/decode.js");
  await start(init, codecs["webp_dec.wasm"], () => undefined);
  return decode(arrayBufferOf(bytes));
}

/** Without alpha: what shines through shows black. `quality` is 0 to 100. */
export async function encodeJpeg(image: Pixels, quality: number, codecs: Codecs): Promise<Uint8Array> {
  const { default: encode, init } = await import("@jsquash/jpeg/encode.js");
  await start(init, codecs["mozjpeg_enc.wasm"], () => undefined);
  const { width, height } = image;
  const data = new Uint8ClampedArray(image.data);
  const picture = { data, width, height } as unknown as Parameters<typeof encode>[0];
  return new Uint8Array(await encode(picture, { quality, progressive: false }));
}

/** From the bytes that the program carries: the codecs would look for a file beside themselves. */
function start(init: unknown, program: Uint8Array | undefined, complain: () => void): Promise<void> {
  if (program === undefined) throw new Error("A picture's coder was not handed over");
  provideImageData();
  const startCodec = init as (module: WebAssembly.Module, options: object) => Promise<void>;
  const module = new WebAssembly.Module(new Uint8Array(program));
  return startCodec(module, { print: complain, printErr: complain });
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
