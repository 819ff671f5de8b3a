import { expect, setDefaultTimeout, test } from "bun:test";
import type { ContentBlock } from "../../src/contract/tool.ts";
import { decodeImage } from "../../src/tools/read/media/image-codecs.ts";
import { type ImageFormat, imageFacts } from "../../src/tools/read/media/image-facts.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { gif, jpeg, noise, png, redBlue, webp } from "../support/media.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

// Long work, on a machine that may be busy.
setDefaultTimeout(60_000);

const MODEL = {
  provider: "test",
  id: "sees",
  contextWindow: 100_000,
  supports: { image: true, video: true },
};

async function read(name: string, file: string | Uint8Array, sees = true) {
  using ws = workspace({ [name]: file });
  const services = testServices(ws.path, sees ? { model: MODEL } : {});
  return await callTool(ws.path, createReadTool(services), { path: name });
}

function imageOf(content: readonly ContentBlock[]): { bytes: Buffer; mimeType: string } {
  const block = content.find((candidate) => candidate.type === "image");
  if (block?.type !== "image") throw new Error("no image block");
  return { bytes: Buffer.from(block.data, "base64"), mimeType: block.mimeType };
}

const small: [ImageFormat, () => Buffer | Promise<Buffer>][] = [
  ["png", () => png(redBlue(40, 20))],
  ["jpeg", () => jpeg(redBlue(40, 20))],
  ["gif", () => gif(40, 20)],
  ["webp", () => webp(redBlue(40, 20))],
];

for (const [format, make] of small) {
  test(`a small ${format} reaches the model byte for byte, whatever its name`, async () => {
    const file = await make();
    const result = await read("picture.txt", file);
    expect(result.text).toBe(`Image "picture.txt": ${format.toUpperCase()}, 40×20 pixels.`);
    expect(imageOf(result.content)).toEqual({ bytes: file, mimeType: `image/${format}` });
  });

  test(`a ${format} that is cut off is an error, whether or not the model sees images`, async () => {
    const file = await make();
    for (const end of [30, Math.floor(file.length / 2), file.length - 3]) {
      for (const sees of [true, false]) {
        const result = await read(`x.${format}`, file.subarray(0, end), sees);
        expect(result.isError).toBe(true);
        expect(result.content.every((block) => block.type === "text")).toBe(true);
      }
    }
  });
}

test("a PNG with a spoilt chunk is an error", async () => {
  const file = png(redBlue(40, 20));
  file[50] = (file[50] ?? 0) ^ 0xff;
  expect((await read("x.png", file)).details?.error).toBe("broken_image");
});

test("an image of which little more than its signature is there is an error", async () => {
  for (const [name, head] of [
    ["x.png", png(redBlue(40, 20)).subarray(0, 8)],
    ["x.jpg", (await jpeg(redBlue(40, 20))).subarray(0, 4)],
  ] as const) {
    for (const sees of [true, false]) {
      expect((await read(name, head, sees)).details?.error).toBe("broken_image");
    }
  }
});

test("what follows a PNG's end does not stop it from being scaled", async () => {
  const result = await read("x.png", Buffer.concat([png(redBlue(3_000, 30)), Buffer.from("more")]));
  expect(result.text).toContain("shown at 2000×20");
});

test("d13: a text that is named like an image comes as text", async () => {
  expect((await read("x.png", "<svg></svg>\n")).text).toBe("     1→<svg></svg>");
  expect((await read("x.gif", "GIF89a is a format\n")).text).toBe("     1→GIF89a is a format");
});

test("a model that sees no images is told what the image is", async () => {
  const result = await read("x.png", png(redBlue(40, 20)), false);
  expect(result.isError).toBeUndefined();
  expect(result.content).toHaveLength(1);
  expect(result.text).toContain("40×20 pixels). The model of this turn cannot see images.");
});

for (const [format, make] of [
  ["png", () => png(redBlue(3_000, 300))],
  ["jpeg", () => jpeg(redBlue(3_000, 300))],
  ["gif", () => gif(3_000, 300)],
  ["webp", () => webp(redBlue(3_000, 300))],
] as [ImageFormat, () => Buffer | Promise<Buffer>][]) {
  test(`a ${format} of more than 2,000 pixels a side is scaled down to that`, async () => {
    const result = await read("x", await make());
    const image = imageOf(result.content);
    const shownAs = image.mimeType === "image/jpeg" ? "jpeg" : "png";
    expect(imageFacts(image.bytes, shownAs)).toEqual({ format: shownAs, width: 2_000, height: 200 });
    expect(result.text).toContain("3000×300 pixels, shown at 2000×200");
    const { data } = await decodeImage(image.bytes, shownAs);
    expect(data[0]).toBeGreaterThan(240);
    expect(data[2]).toBeLessThan(15);
  });
}

test("an image of more than 4.5 MB encoded is made smaller until it is not", async () => {
  const result = await read("x.png", png(noise(1_900, 1_400)));
  const image = imageOf(result.content);
  expect(image.bytes.toString("base64").length).toBeLessThanOrEqual(4_500_000);
  expect(image.mimeType).toBe("image/jpeg");
});

test("transparency stays when an image is scaled", async () => {
  const result = await read("x.png", png(redBlue(3_000, 30, 128)));
  const { data } = await decodeImage(imageOf(result.content).bytes, "png");
  expect(Array.from(data.subarray(0, 4))).toEqual([255, 0, 0, 128]);
});

test("a JPEG that is to be turned is turned when it is scaled", async () => {
  const plain = await jpeg(redBlue(3_000, 300));
  // Orientation 6: to be shown turned by 90° to the right, so that the red left half comes to the top.
  const exif = Buffer.from("ffe100224578696600004d4d002a00000008000101120003000000010006000000000000", "hex");
  const result = await read("x.jpg", Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)]));
  const image = imageOf(result.content);
  expect(imageFacts(image.bytes, "jpeg")).toMatchObject({ width: 200, height: 2_000 });
  const { data } = await decodeImage(image.bytes, "jpeg");
  expect(data[0]).toBeGreaterThan(240);
  expect(data[(2_000 * 200 - 1) * 4]).toBeLessThan(15);
});

test("an image of too many pixels to decode is refused before anything is decoded", async () => {
  const header = png(redBlue(40, 20));
  header.writeUInt32BE(60_000, 16);
  header.writeUInt32BE(60_000, 20);
  header.writeUInt32BE(Bun.hash.crc32(header.subarray(12, 29)), 29);
  expect((await read("x.png", header)).details?.error).toBe("image_too_large");
});
