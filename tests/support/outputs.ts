import fc from "fast-check";

/** Cases per invariant (50-output). */
export const RUNS = { numRuns: 10_000 } as const;

const ODD_CHARACTERS = [
  "\t",
  "\r",
  "\u0000",
  "\u000b",
  "\u000c",
  "\u001b[31m",
  "\u0085",
  "\u2028",
  "\u200b",
  "\ufeff",
  "\ufffd",
  "é",
  "e\u0301",
  "文",
  "│",
  "😀",
  "👩‍👩‍👧",
  "🇩🇪",
  "\u{10ffff}",
];

/** A run of characters without a line end: ASCII, CJK, emoji that are one grapheme of many, controls. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12, unit: "grapheme-ascii" }) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_CHARACTERS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 4, unit: "binary" }) },
);
const runOfPieces = fc.oneof(
  { weight: 8, arbitrary: fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("")) },
  {
    weight: 1,
    arbitrary: fc.tuple(piece, fc.integer({ min: 1, max: 400 })).map(([text, times]) => text.repeat(times)),
  },
);
const lineEnd = fc.oneof(
  { weight: 6, arbitrary: fc.constant("\n") },
  { weight: 2, arbitrary: fc.constant("\r\n") },
);

/** Valid text of some lines, short and long ones, with or without an end of the last line. */
export const anyText = fc
  .tuple(fc.array(fc.tuple(runOfPieces, lineEnd), { maxLength: 60 }), fc.oneof(fc.constant(""), runOfPieces))
  .map(([lines, last]) => (lines.map(([text, end]) => text + end).join("") + last).toWellFormed());

/** A limit around the size of what `anyText` gives, so that about half of the cases are cut. */
export const anyLimit = fc.oneof(fc.integer({ min: 220, max: 400 }), fc.integer({ min: 220, max: 2000 }));

/** Bytes in pieces of the given sizes, over and over. */
export function inChunks(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = Math.max(1, sizes[index % sizes.length] ?? bytes.length);
    chunks.push(new Uint8Array(bytes.subarray(at, at + size)));
    at += size;
  }
  return chunks;
}

export const anyChunkSizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });

/** Lines of a text by the plainest rule there is: what stands between LFs, the last one only if not empty. */
export function plainLines(text: string): string[] {
  const parts = text.split("\n");
  const last = parts.pop() ?? "";
  return [...parts.map((part) => `${part}\n`), ...(last === "" ? [] : [last])];
}
