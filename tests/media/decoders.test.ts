import { expect, setDefaultTimeout, test } from "bun:test";
import { assetBytes } from "../../src/config/assets.ts";
import { CODECS_OF } from "../../src/media/images/codec-names.ts";
import { decodeImage } from "../../src/media/images/decode-image.ts";
import { type ImageFormat, imageFacts } from "../../src/media/images/image-facts.ts";
import { WholePicture } from "../../src/media/images/pixels.ts";
import { picture, pixelsByImageMagick } from "../support/media.ts";

setDefaultTimeout(60_000);

/** Pixels as the product decodes them. */
async function decoded(file: Buffer, format: ImageFormat): Promise<Uint8ClampedArray> {
  const facts = imageFacts(file, format);
  if (typeof facts === "string") throw new Error(facts);
  const sink = new WholePicture(facts.width, facts.height);
  const codecs = Object.fromEntries(CODECS_OF[format].map((name) => [name, assetBytes(name)]));
  await decodeImage({ bytes: file, facts, codecs, sink });
  return sink.pixels.data;
}

/** Colours of pixels that nothing shows of are not compared. */
function farthest(ours: Uint8ClampedArray, theirs: Buffer): number {
  expect(ours.length).toBe(theirs.length);
  let most = 0;
  for (let at = 0; at < ours.length; at++) {
    const alpha = at - (at % 4) + 3;
    if (ours[alpha] === 0 && theirs[alpha] === 0) continue;
    most = Math.max(most, Math.abs((ours[at] ?? 0) - (theirs[at] ?? 0)));
  }
  return most;
}

const COLOURFUL = ["-size", "37x23", "-seed", "7", "plasma:"];
const CLEAR = [...COLOURFUL, "-alpha", "set", "-channel", "A", "-fx", "i/w", "+channel"];

const FILES: [what: string, format: ImageFormat, description: readonly string[]][] = [
  ...[1, 2, 4, 8, 16].map(
    (depth) =>
      [
        `grey PNG of ${depth} bits`,
        "png",
        [...COLOURFUL, "-colorspace", "gray", "-depth", `${depth}`, ...kind(0, depth)],
      ] as (typeof FILES)[number],
  ),
  ["colour PNG of 8 bits", "png", [...COLOURFUL, ...kind(2, 8)]],
  ["colour PNG of 16 bits", "png", [...COLOURFUL, ...kind(2, 16)]],
  ...[1, 2, 4, 8].map(
    (depth) =>
      [
        `palette PNG of ${depth} bits`,
        "png",
        [...COLOURFUL, "+dither", "-colors", `${2 ** depth}`, ...kind(3, depth)],
      ] as (typeof FILES)[number],
  ),
  ["grey PNG with alpha", "png", [...CLEAR, "-colorspace", "gray", ...kind(4, 8)]],
  ["colour PNG with alpha", "png", [...CLEAR, ...kind(6, 8)]],
  ["colour PNG with alpha of 16 bits", "png", [...CLEAR, ...kind(6, 16)]],
  ["interlaced PNG", "png", [...CLEAR, "-interlace", "PNG", ...kind(6, 8)]],
  [
    "interlaced palette PNG",
    "png",
    [...COLOURFUL, "+dither", "-colors", "4", "-interlace", "PNG", ...kind(3, 2)],
  ],
  [
    "interlaced PNG of 3×2",
    "png",
    ["-size", "3x2", "-seed", "7", "plasma:", "-interlace", "PNG", ...kind(2, 8)],
  ],
  ["GIF", "gif", COLOURFUL],
  ["interlaced GIF", "gif", [...COLOURFUL, "-interlace", "GIF"]],
  [
    "GIF with clear pixels",
    "gif",
    [...COLOURFUL, "-transparent", "blue", "-fill", "none", "-draw", "rectangle 3,3 9,9"],
  ],
  ["GIF of two colours", "gif", [...COLOURFUL, "-monochrome"]],
  ["GIF with full code tables", "gif", ["-size", "300x300", "-seed", "7", "plasma:"]],
  ["WebP without loss", "webp", [...CLEAR, "-define", "webp:lossless=true"]],
  ["WebP with loss and alpha", "webp", CLEAR],
  ...[1, 4, 8].map(
    (depth) =>
      [
        `palette BMP of ${depth} bits`,
        "bmp",
        [...COLOURFUL, "+dither", "-colors", `${2 ** depth}`, "-type", "Palette"],
      ] as (typeof FILES)[number],
  ),
  ["BMP of runs", "bmp", [...COLOURFUL, "-posterize", "3", "+dither", "-colors", "9", "-compress", "RLE"]],
  ["BMP of OS/2", "bmp", [...COLOURFUL, "-colors", "200", "-define", "bmp:format=bmp2"]],
  ["BMP of Windows 3", "bmp", [...COLOURFUL, "-define", "bmp:format=bmp3"]],
  ["colour BMP", "bmp", [...COLOURFUL, "-type", "TrueColor"]],
  ["colour BMP of 16 bits", "bmp", [...COLOURFUL, "-define", "bmp:subtype=RGB565"]],
  ["colour BMP with alpha", "bmp", CLEAR],
  ["JPEG", "jpeg", COLOURFUL],
  ["grey JPEG", "jpeg", [...COLOURFUL, "-colorspace", "gray"]],
  ["JPEG of several passes", "jpeg", [...COLOURFUL, "-interlace", "JPEG"]],
];

for (const [what, format, description] of FILES) {
  test(`${what}: the pixels are those that ImageMagick finds`, async () => {
    const file = picture(format, ...description);
    // JPEG and WebP with loss may round differently; 16 bits become 8 by one or another rounding.
    const apart = format === "jpeg" ? 4 : /16 bits|with loss/.test(what) ? 2 : 0;
    expect(farthest(await decoded(file, format), pixelsByImageMagick(file, format))).toBeLessThanOrEqual(
      apart,
    );
  });
}

test("every filter of PNG rows is undone", async () => {
  for (const filter of [0, 1, 2, 3, 4]) {
    const file = picture("png", ...COLOURFUL, "-quality", `9${filter}`, ...kind(2, 8));
    expect(farthest(await decoded(file, "png"), pixelsByImageMagick(file, "png"))).toBe(0);
  }
});

function kind(colour: number, depth: number): string[] {
  return ["-define", `png:color-type=${colour}`, "-define", `png:bit-depth=${depth}`];
}
