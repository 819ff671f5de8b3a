import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { GifWriter } from "omggif";
import { PNG } from "pngjs";
import { encodeJpeg } from "../../src/tools/read/media/image-codecs.ts";
import type { Pixels } from "../../src/tools/read/media/pixels.ts";

/** A picture whose left half is red and whose right half is blue. */
export function redBlue(width: number, height: number, alpha = 255): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isLeft = pixel % width < width / 2;
    data.set([isLeft ? 255 : 0, 0, isLeft ? 0 : 255, alpha], pixel * 4);
  }
  return { data, width, height };
}

/** A picture that no coder makes small. */
export function noise(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  let state = 1;
  for (let at = 0; at < data.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[at] = at % 4 === 3 ? 255 : (state >>> 8) & 255;
  }
  return { data, width, height };
}

export function png({ data, width, height }: Pixels): Buffer {
  const image = new PNG({ width, height });
  image.data = Buffer.from(data);
  return PNG.sync.write(image);
}

export function jpeg(image: Pixels): Promise<Buffer> {
  return encodeJpeg(image, 90);
}

export async function webp({ data, width, height }: Pixels): Promise<Buffer> {
  const { default: encode, init } = await import("@jsquash/webp/encode.js");
  const file = resolve(import.meta.dirname, "../../node_modules/@jsquash/webp/codec/enc/webp_enc.wasm");
  await init(new WebAssembly.Module(readFileSync(file)));
  const picture = { data: new Uint8ClampedArray(data), width, height };
  return Buffer.from(await encode(picture as unknown as Parameters<typeof encode>[0]));
}

/** All pixels red. */
export function gif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height + 1024);
  const writer = new GifWriter(bytes, width, height, { palette: [0xff0000, 0x0000ff] });
  writer.addFrame(0, 0, width, height, new Array(width * height).fill(0));
  return bytes.subarray(0, writer.end());
}

/** A PDF of pages that each hold lines of text. */
export function pdf(pages: readonly (readonly string[])[]): Buffer {
  const objects: string[] = ["<</Type/Catalog/Pages 2 0 R>>"];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  objects.push(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  objects.push("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  for (const [index, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line}) Tj 0 -20 Td`).join(" ");
    const stream = `BT /F1 12 Tf 20 8900 Td ${shown} ET`;
    const resources = "/Resources<</Font<</F1 3 0 R>>>>/MediaBox[0 0 9000 9000]";
    objects.push(`<</Type/Page/Parent 2 0 R/Contents ${5 + index * 2} 0 R${resources}>>`);
    objects.push(`<</Length ${stream.length}>>\nstream\n${stream}\nendstream`);
  }
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF`);
}
