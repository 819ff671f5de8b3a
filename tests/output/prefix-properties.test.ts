import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { PrefixLines } from "../../src/output/gates/prefix-lines.ts";
import { PrefixStream } from "../../src/output/gates/prefix-stream.ts";
import { anyChunkSizes, anyLimit, anyText, inChunks, plainLines, RUNS } from "../support/outputs.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const bytesOf = (text: string) => Buffer.byteLength(text);

function gated(text: string, maxBytes: number, maxLines?: number) {
  const gate = new PrefixStream({ maxBytes, maxLines });
  gate.push(Buffer.from(text));
  return gate.finish();
}

/** A cut result without its last line, the note. */
function body(shown: string): string {
  return shown.slice(0, shown.lastIndexOf("\n") + 1);
}

describe("a cut after whole lines", () => {
  test("never passes its limits, the note included in the bytes", () => {
    fc.assert(
      fc.property(anyText, anyLimit, fc.integer({ min: 1, max: 80 }), (text, limit, lines) => {
        const result = gated(text, limit, lines);
        expect(bytesOf(result.text)).toBeLessThanOrEqual(limit);
        expect(result.details.returned_bytes).toBe(bytesOf(result.text));
        const shown = result.details.truncated ? body(result.text) : result.text;
        expect(plainLines(shown).length).toBeLessThanOrEqual(lines);
      }),
      RUNS,
    );
  });

  test("gives back byte for byte what fits", () => {
    fc.assert(
      fc.property(anyText, fc.nat(50), (text, spare) => {
        const result = gated(text, bytesOf(text) + spare);
        expect(result.text).toBe(text);
        expect(result.details).toMatchObject({ truncated: false, has_more: false });
        expect(result.details).not.toHaveProperty("next_offset");
      }),
      RUNS,
    );
  });

  test("never has half a character, however the bytes arrive", () => {
    fc.assert(
      fc.property(anyText, anyLimit, anyChunkSizes, (text, limit, sizes) => {
        const gate = new PrefixStream({ maxBytes: limit });
        for (const chunk of inChunks(Buffer.from(text), sizes)) gate.push(chunk);
        const result = gate.finish();
        expect(result.text.isWellFormed()).toBe(true);
        expect(result.text).toBe(gated(text, limit).text);
      }),
      RUNS,
    );
  });

  test("gives the original when next_offset is followed to the end, for lines up to the gate", () => {
    fc.assert(
      fc.property(anyText, anyLimit, (text, limit) => {
        const lines = plainLines(text);
        let collected = "";
        for (let offset = 1; ; ) {
          const rest = lines.slice(offset - 1).join("");
          const { text: shown, details } = gated(rest, limit);
          if (!details.truncated) {
            expect(collected + shown).toBe(text);
            return;
          }
          const next = offset + (details.next_offset ?? 0) - 1;
          expect(shown.slice(shown.lastIndexOf("\n") + 1)).toContain(`offset=${details.next_offset}`);
          const whole = lines.slice(offset - 1, next - 1).join("");
          const isCut = body(shown) !== whole;
          // Only a line that does not fit together with its note may be cut, and then only at its end.
          if (isCut) {
            expect(next).toBe(offset + 1);
            expect(bytesOf(whole)).toBeGreaterThan(limit - 220);
            expect(whole.startsWith(body(shown).slice(0, -1))).toBe(true);
          }
          collected += whole;
          offset = next;
        }
      }),
      RUNS,
    );
  });

  test("tells the numbers of the whole output", () => {
    fc.assert(
      fc.property(anyText, anyLimit, (text, limit) => {
        const result = gated(text, limit);
        expect(result.details.original_bytes).toBe(bytesOf(text));
        if (!result.details.truncated) return;
        const note = result.text.slice(result.text.lastIndexOf("\n") + 1);
        const total = plainLines(text).length;
        expect(note).toContain(`of ${total} line${total === 1 ? "" : "s"}, ${bytesOf(text)} bytes`);
      }),
      RUNS,
    );
  });
});

describe("pieces that must stay whole", () => {
  test("are shown without a note when all of them fit, and with one when more exist", () => {
    const lines = new PrefixLines({ maxBytes: 100 });
    for (const piece of ["one\n", "two\nwith context\n"]) expect(lines.push(piece)).toBe(true);
    const note = ({ pieces }: { pieces: number }) => `[offset=${pieces}]`;
    expect(lines.finish({ note }).text).toBe("one\ntwo\nwith context\n");
    expect(lines.finish({ note, more: true }).text).toBe("one\ntwo\nwith context\n[offset=2]");
  });

  test("a limit that the note does not fit is refused with both numbers", () => {
    const lines = new PrefixLines({ maxBytes: 5 });
    lines.push("0123456789\n");
    expect(() => lines.finish({ note: () => "[a note]" })).toThrow(
      /to 5 bytes: the note alone takes up to 9/,
    );
  });
});
