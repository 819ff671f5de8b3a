import { expect, setDefaultTimeout, test } from "bun:test";
import { crc32, deflateSync } from "node:zlib";
import { picture, png, redBlue } from "../support/media.ts";
import { imageOf, readFile } from "../support/read.ts";

setDefaultTimeout(60_000);

/** A PNG whose chunks have right check sums, whatever they hold. */
function pngOf(
  header: Partial<{ width: number; height: number; colour: number }>,
  pixels: Uint8Array,
): Buffer {
  const { width = 4, height = 4, colour = 0 } = header;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colour, 0, 0, 0], 8);
  const chunks = [chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", new Uint8Array(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Grey rows without a filter, compressed. */
const rows = (width: number, height: number) => deflateSync(Buffer.alloc((width + 1) * height));

/** In the middle of the compressed pixels. */
function spoilt(file: Buffer): Buffer {
  const middle = Math.floor(file.length / 2);
  return file.fill(0xff, middle, middle + 40);
}

const plasma = (kind: string) => picture(kind, "-size", "200x150", "-seed", "3", "plasma:");

const BROKEN: [what: string, why: string, file: () => Buffer][] = [
  ["a PNG with a spoilt chunk", "a check sum in it is wrong", () => spoilt(png(redBlue(400, 200)))],
  ["a PNG whose pixels are rotten", "its pixels cannot be decoded", () => pngOf({}, Buffer.alloc(60, 0x55))],
  [
    "a PNG whose pixels end too early",
    "its pixels end before its last row",
    () => pngOf({ height: 5 }, rows(4, 4)),
  ],
  [
    "a PNG whose compressed pixels are cut off",
    "its pixels end before its last row",
    () => pngOf({ width: 900, height: 900 }, rows(900, 900).subarray(0, 200)),
  ],
  [
    "a PNG with an unknown filter",
    "its pixels cannot be decoded",
    () => pngOf({}, deflateSync(Buffer.alloc(20, 9))),
  ],
  [
    "a PNG with an unknown kind of colour",
    "its header makes no sense",
    () => pngOf({ colour: 5 }, rows(4, 4)),
  ],
  [
    "a PNG without a palette that needs one",
    "its header makes no sense",
    () => pngOf({ colour: 3 }, rows(4, 4)),
  ],
  ["a PNG of no width", "no width or no height", () => pngOf({ width: 0 }, rows(4, 4))],
  ["a BMP that is cut off", "before its last row", () => plasma("bmp").subarray(0, -4)],
  ["a BMP of no width", "no width or no height", () => withoutWidth(plasma("bmp"))],
  ["a GIF whose pixels are rotten", "its pixels", () => spoilt(plasma("gif"))],
  ["a GIF whose picture lies outside its area", "disagree about its size", () => narrowed(plasma("gif"))],
  ["a WebP whose pixels end too early", "its pixels cannot be decoded", () => halved(plasma("webp"))],
  ["a JPEG whose tables are rotten", "broken", () => withoutTables(plasma("jpeg"))],
  ["a JPEG of no height", "no width or no height", () => withoutHeight(plasma("jpeg"))],
];

for (const [what, why, file] of BROKEN) {
  test(`${what} is an error that says why, whatever the model sees`, async () => {
    for (const image of [true, false]) {
      const result = await readFile("x.png", file(), {}, { image });
      expect(result.details?.error).toBe("broken_image");
      expect(result.text).toContain(why);
    }
  });
}

test("a JPEG with damaged pixels is made anew from what can be decoded, and the result says so", async () => {
  const whole = plasma("jpeg");
  const file = Buffer.concat([whole.subarray(0, whole.length / 2), whole.subarray(-2)]);
  const result = await readFile("x.jpg", file);
  expect(result.text).toEndWith("It is damaged; what could be decoded is shown.");
  expect(imageOf(result).bytes.equals(file)).toBe(false);
  expect((await readFile("again.jpg", imageOf(result).bytes)).text).not.toContain("damaged");
});

test("an extended WebP whose header lies about its size is an error", async () => {
  const file = picture("webp", "-delay", "10", "-size", "60x40", "xc:red", "xc:blue");
  file.writeUIntLE(9, 24, 3);
  expect((await readFile("x.webp", file)).text).toContain("disagree about its size");
});

test("an image of too many pixels is refused by its header, before anything is decoded", async () => {
  const result = await readFile("x.png", pngOf({ width: 60_000, height: 60_000 }, rows(4, 4)));
  expect(result.details).toMatchObject({ error: "too_many_pixels", width: 60_000, most: 100_000_000 });
  expect(result.text).toContain(
    "60000×60000 pixels are too many for a PNG image: at most 100,000,000 are decoded",
  );
  const long = await readFile("x.png", pngOf({ width: 90_000_000, height: 1 }, rows(4, 4)));
  expect(long.details).toMatchObject({ error: "too_long_side", most: 1_000_000 });
  const gif = plasma("gif");
  for (const at of [6, 8]) gif.writeUInt16LE(65_535, at);
  expect((await readFile("x.gif", gif)).details?.error).toBe("too_many_pixels");
});

test("pixels beyond a PNG's last row are not unpacked", async () => {
  const bomb = deflateSync(Buffer.alloc(200_000_000));
  const result = await readFile("x.png", pngOf({}, bomb));
  expect(result.isError).toBeUndefined();
});

test("a JPEG that refines its picture without end is refused", async () => {
  const file = picture("jpeg", "-size", "3000x3000", "xc:grey", "-interlace", "JPEG");
  const scan = file.indexOf(Uint8Array.of(0xff, 0xda));
  const last = file.lastIndexOf(Uint8Array.of(0xff, 0xda));
  const more = Array.from({ length: 200 }, () => file.subarray(last, file.length - 2));
  expect(scan).toBeLessThan(last);
  const result = await readFile(
    "x.jpg",
    Buffer.concat([file.subarray(0, file.length - 2), ...more, file.subarray(-2)]),
  );
  expect(result.text).toContain("of a kind that cannot be decoded here");
});

/** A WebP of one chunk, half of it, with lengths that say so. */
function halved(webp: Buffer): Buffer {
  const half = 2 * Math.floor(webp.length / 4);
  webp.writeUInt32LE(half - 8, 4);
  webp.writeUInt32LE(half - 20, 16);
  return webp.subarray(0, half);
}

function withoutWidth(bmp: Buffer): Buffer {
  bmp.writeInt32LE(0, 18);
  return bmp;
}

function narrowed(gif: Buffer): Buffer {
  gif.writeUInt16LE(10, 6);
  return gif;
}

function withoutTables(jpeg: Buffer): Buffer {
  const table = jpeg.indexOf(Uint8Array.of(0xff, 0xc4));
  return Buffer.concat([jpeg.subarray(0, table + 4), Buffer.alloc(20, 0xff), jpeg.subarray(table + 24)]);
}

function withoutHeight(jpeg: Buffer): Buffer {
  jpeg.writeUInt16BE(0, jpeg.indexOf(Uint8Array.of(0xff, 0xc0)) + 5);
  return jpeg;
}
