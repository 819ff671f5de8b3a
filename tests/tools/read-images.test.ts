import { expect, setDefaultTimeout, test } from "bun:test";
import { identified, picture, pixelsByImageMagick, png, redBlue } from "../support/media.ts";
import { imageOf, readFile } from "../support/read.ts";

// Long work, on a machine that may be busy.
setDefaultTimeout(60_000);

const KINDS = ["png", "jpeg", "gif", "webp"] as const;

for (const kind of KINDS) {
  test(`a small ${kind} reaches the model byte for byte, whatever its name`, async () => {
    const file = picture(kind, ...redBlue(40, 20));
    const result = await readFile("picture.txt", file);
    expect(result.text).toBe(`Image "picture.txt": ${kind.toUpperCase()}, 40×20 pixels.`);
    expect(imageOf(result)).toEqual({ bytes: file, mimeType: `image/${kind}` });
  });

  test(`a ${kind} that is cut off is an error, whether or not the model sees images`, async () => {
    const file = picture(kind, ...redBlue(40, 20));
    for (const end of [30, Math.floor(file.length / 2), file.length - 3]) {
      for (const image of [true, false]) {
        const result = await readFile(`x.${kind}`, file.subarray(0, end), {}, { image });
        expect(result).toMatchObject({ isError: true, details: { error: "broken_image" } });
        expect(result.content.every((block) => block.type === "text")).toBe(true);
      }
    }
  });

  test(`a ${kind} of more than 2,000 pixels a side is scaled down to that`, async () => {
    const result = await readFile("x", picture(kind, ...redBlue(3_000, 300)));
    const image = imageOf(result);
    const shownAs = kind === "jpeg" ? "jpeg" : "png";
    expect(identified(image.bytes)).toBe(`${shownAs.toUpperCase()} 2000 200`);
    expect(result.text).toContain("3000×300 pixels, shown at 2000×200");
    const pixels = pixelsByImageMagick(image.bytes, shownAs);
    expect(pixels[0]).toBeGreaterThan(240);
    expect(pixels[2]).toBeLessThan(15);
    expect(pixels[1_999 * 4 + 2]).toBeGreaterThan(240);
  });
}

test("d13: a text that is named like an image comes as text", async () => {
  expect((await readFile("x.png", "<svg></svg>\n")).text).toBe("     1→<svg></svg>");
  expect((await readFile("x.gif", "GIF89a is a format\n")).text).toBe("     1→GIF89a is a format");
});

test("a model that sees no images is told what the image is", async () => {
  const result = await readFile("x.png", png(redBlue(40, 20)), {}, { image: false });
  expect(result.isError).toBeUndefined();
  expect(result.content).toHaveLength(1);
  expect(result.text).toContain("40×20 pixels). The model of this turn cannot see images.");
});

test("what follows a PNG's end does not stop it from being scaled", async () => {
  const file = Buffer.concat([png(redBlue(3_000, 30)), Buffer.from("more")]);
  expect((await readFile("x.png", file)).text).toContain("shown at 2000×20");
});

test("an image of more than 4.5 MB encoded is made smaller until it is not", async () => {
  const file = png(["-size", "1900x1400", "xc:", "-seed", "1", "+noise", "Random", "-depth", "8"]);
  expect(file.length).toBeGreaterThan(4_500_000);
  const { bytes, mimeType } = imageOf(await readFile("x.png", file));
  expect(bytes.toString("base64").length).toBeLessThanOrEqual(4_500_000);
  expect(mimeType).toBe("image/jpeg");
});

test("transparency stays when an image is scaled", async () => {
  const file = png(["-size", "3000x30", "xc:#ff000080"]);
  const pixels = pixelsByImageMagick(imageOf(await readFile("x.png", file)).bytes, "png");
  expect([...pixels.subarray(0, 4)]).toEqual([255, 0, 0, 128]);
});

test("a JPEG that is to be turned is turned when it is scaled", async () => {
  const plain = picture("jpeg", ...redBlue(3_000, 300));
  // Orientation 6: to be shown turned by 90° to the right, so that the red left half comes to the top.
  const exif = Buffer.from("ffe100224578696600004d4d002a00000008000101120003000000010006000000000000", "hex");
  const file = Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)]);
  const { bytes } = imageOf(await readFile("x.jpg", file));
  expect(identified(bytes)).toBe("JPEG 200 2000");
  const pixels = pixelsByImageMagick(bytes, "jpeg");
  expect(pixels[0]).toBeGreaterThan(240);
  expect(pixels[(2_000 * 200 - 1) * 4]).toBeLessThan(15);
});

for (const kind of ["gif", "webp"]) {
  test(`of a ${kind} animation the first picture is shown, as an image that every provider takes`, async () => {
    const file = picture(kind, "-delay", "10", "-size", "60x40", "xc:red", "xc:blue", "xc:green");
    const result = await readFile("x", file);
    expect(result.text).toEndWith("60×40 pixels. It is an animation; its first picture is shown.");
    const { bytes, mimeType } = imageOf(result);
    expect(mimeType).toBe("image/png");
    expect([...pixelsByImageMagick(bytes, "png").subarray(0, 4)].map((value) => value > 127)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
}

test("a BMP, which no provider takes, reaches the model as a PNG", async () => {
  const result = await readFile("x", picture("bmp", ...redBlue(40, 20)));
  expect(result.text).toBe('Image "x": BMP, 40×20 pixels.');
  const { bytes, mimeType } = imageOf(result);
  expect(mimeType).toBe("image/png");
  expect(identified(bytes)).toBe("PNG 40 20");
});

test("a text that begins with BM is a text", async () => {
  expect((await readFile("x.bmp", "BMW and other makes\n")).text).toContain("1→BMW and");
});

test("a JPEG in the colours of printing reaches the model in those of a screen", async () => {
  const file = picture("jpeg", ...redBlue(40, 20), "-colorspace", "CMYK");
  const { bytes } = imageOf(await readFile("x.jpg", file));
  expect(identified(bytes)).toBe("JPEG 40 20");
  const pixels = pixelsByImageMagick(bytes, "jpeg");
  expect(pixels[0]).toBeGreaterThan(200);
  expect(pixels[2]).toBeLessThan(60);
});
