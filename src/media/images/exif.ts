import type { Buffer } from "node:buffer";

const ORIENTATION_TAG = 0x0112;

/** How a JPEG is to be turned for looking at it: the EXIF orientation, 1 where there is none. */
export function exifOrientation(jpeg: Buffer): number {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] === 0xda) return 1;
    const isExif = jpeg[at + 1] === 0xe1 && jpeg.toString("latin1", at + 4, at + 10) === "Exif\0\0";
    if (isExif) return orientationIn(jpeg.subarray(at + 10, at + 2 + jpeg.readUInt16BE(at + 2)));
  }
  return 1;
}

/** Looks through the first directory of a TIFF header. */
function orientationIn(tiff: Buffer): number {
  if (tiff.length < 14) return 1;
  const little = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  for (let entry = 0, at = directory + 2; entry < short(directory); entry++, at += 12) {
    if (at + 12 > tiff.length) return 1;
    if (short(at) === ORIENTATION_TAG) return short(at + 8);
  }
  return 1;
}
