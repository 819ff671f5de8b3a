const WORD_SPAN = 255;

/**
 * How many LF bytes there are. Works on four bytes at a time without branches: the count is made of every
 * byte of every output, and calling `indexOf` once a line is thirty times slower on short lines.
 */
export function countNewlines(bytes: Uint8Array): number {
  const aligned = (4 - (bytes.byteOffset & 3)) & 3;
  if (bytes.length < aligned) return countSlowly(bytes, 0, bytes.length);
  const words = (bytes.length - aligned) >> 2;
  const wordsEnd = aligned + words * 4;
  return (
    countSlowly(bytes, 0, aligned) +
    countInWords(new Int32Array(bytes.buffer, bytes.byteOffset + aligned, words)) +
    countSlowly(bytes, wordsEnd, bytes.length)
  );
}

function countSlowly(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) if (bytes[index] === 0x0a) count++;
  return count;
}

function countInWords(words: Int32Array): number {
  let count = 0;
  let index = 0;
  while (index < words.length) {
    // Each byte of `lanes` counts the hits in its column; 255 words cannot overflow it.
    const stop = Math.min(words.length, index + WORD_SPAN);
    let lanes = 0;
    for (; index < stop; index++) {
      // A byte of `word` is zero where the input has LF; exactly there the top bit of `hit` is set.
      const word = (words[index] as number) ^ 0x0a0a0a0a;
      const hit = ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f);
      lanes = (lanes + (hit >>> 7)) | 0;
    }
    count += (lanes & 255) + ((lanes >>> 8) & 255) + ((lanes >>> 16) & 255) + (lanes >>> 24);
  }
  return count;
}
