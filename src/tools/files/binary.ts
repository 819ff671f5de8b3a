import { encodingOf } from "./encoding.ts";
import { BINARY_CONTROL_SHARE, SNIFFED_BYTES } from "./limits.ts";

/**
 * Whether content is binary: a NUL, or more than 30 % control characters, in the first 4 KiB. UTF-16 with a
 * byte order mark is text. Bytes over 0x7F never count, so a character cut at the end of the sample, or
 * another encoding, does not make a text binary.
 */
export function isBinary(head: Uint8Array): boolean {
  if (encodingOf(head).encoding !== "utf-8") return false;
  const sample = head.subarray(0, SNIFFED_BYTES);
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    if (isControl(byte)) controls++;
  }
  return controls > sample.length * BINARY_CONTROL_SHARE;
}

/** Every second byte of Latin text in UTF-16 is NUL; without a byte order mark it can only be guessed. */
export function looksLikeUtf16(head: Uint8Array): boolean {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < head.length; index++) {
    if (head[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const half = head.length / 2;
  return (even === 0 && odd > half * 0.6) || (odd === 0 && even > half * 0.6);
}

/** Tab, line ends, form feed, backspace and escape are part of texts and terminal logs. */
function isControl(byte: number): boolean {
  if (byte >= 0x20) return byte === 0x7f;
  return !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
}
