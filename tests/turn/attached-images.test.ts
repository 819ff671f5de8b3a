import { expect, setDefaultTimeout, test } from "bun:test";
import { attachment } from "../../src/turn/attachments.ts";
import { identified, picture, png, redBlue } from "../support/media.ts";
import { workspace } from "../support/workspace.ts";

setDefaultTimeout(60_000);

const MODEL = { provider: "test", id: "m", contextWindow: 1_000, supports: { image: true, video: false } };

async function attached(file: Uint8Array) {
  using ws = workspace();
  const block = await attachment(ws.file("x.png", file), "x.png", MODEL);
  if (block.type !== "image") throw new Error("no image");
  return { bytes: Buffer.from(block.data, "base64") as Buffer, mimeType: block.mimeType };
}

test("a sound image is attached as it is, a large one smaller", async () => {
  const small = png(redBlue(40, 20));
  expect(await attached(small)).toEqual({ bytes: small, mimeType: "image/png" });
  expect(identified((await attached(png(redBlue(3_000, 300)))).bytes)).toBe("PNG 2000 200");
});

test("a broken image is not attached: the provider would refuse the whole conversation", async () => {
  const file = picture("jpeg", ...redBlue(40, 20)).subarray(0, 300);
  await expect(attached(file)).rejects.toThrow(
    'Cannot attach "x.png": it begins as a JPEG image, but it is broken',
  );
});
