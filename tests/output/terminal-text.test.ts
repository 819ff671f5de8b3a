import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { TerminalText } from "../../src/output/terminal-text.ts";
import { anyChunkSizes, anyText, inChunks, RUNS } from "../support/outputs.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

function shown(chunks: Iterable<Uint8Array>): string {
  const terminal = new TerminalText();
  const source = terminal.source();
  let text = "";
  for (const chunk of chunks) text += source.push(chunk);
  return text + source.end() + terminal.flush();
}

const shownText = (text: string) => shown([Buffer.from(text)]);

describe("what a terminal shows", () => {
  test.each([
    ["colours", "\x1b[1;31mred\x1b[0m \x1b[38;2;1;2;3mx\x1b[m\n", "red x\n"],
    ["a rewritten line", " 10%\r 50%\r100%\n", "100%\n"],
    ["a shorter rewrite leaves the rest", "progress\rok\n", "okogress\n"],
    ["erased to the end", "progress\r\x1b[Kok\n", "ok\n"],
    ["erased whole", "progress\x1b[2K\rok\n", "ok\n"],
    ["CRLF", "a\r\nb\r\n", "a\r\nb\r\n"],
    ["CR CR LF", "a\r\r\n", "a\r\n"],
    ["a CR at the end", "done\r", "done"],
    ["overstriking", "b\bbo\bo _\bx\n", "bo x\n"],
    ["window titles and links", "\x1b]0;t\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\\n", "ab\n"],
    ["C1 controls", "\u009b31ma\u009d0;t\u009cb\n", "ab\n"],
    ["charsets and device strings", "\x1b(Ba\x1bP1;2qx\x1b\\b\x1b7\x1b8\n", "ab\n"],
    ["NUL and BEL", "a\u0000b\u0007\n", "ab\n"],
    [
      "tabs, VT, FF, NEL and U+2028 are data",
      "a\tb\u000bc\u000cd\u0085e\u2028f\n",
      "a\tb\u000bc\u000cd\u0085e\u2028f\n",
    ],
    ["an unfinished sequence ends with its line", "\x1b]never ended\nshown\n", "\nshown\n"],
    ["the cursor moves", "ab\x1b[3Cc\x1b[1Gx\n", "xb   c\n"],
    ["a BOM", "\ufeffa\n", "\ufeffa\n"],
  ])("%s", (_, raw, expected) => {
    expect(shownText(raw)).toBe(expected);
  });

  test("a13: 500 coloured lines cost nothing but their letters", () => {
    const raw = Array.from({ length: 500 }, (_, n) => `\x1b[32m✓\x1b[39m test ${n}\r\n`).join("");
    expect(shownText(raw)).toBe(Array.from({ length: 500 }, (_, n) => `✓ test ${n}\r\n`).join(""));
  });

  test("a4, a5: a character in two writes stays whole, and a dangling byte shows once", () => {
    const emoji = Buffer.concat([Buffer.alloc(4095, "a"), Buffer.from("😀"), Buffer.from([0xe6])]);
    expect(shown([emoji.subarray(0, 4096), emoji.subarray(4096)])).toBe(`${"a".repeat(4095)}😀\ufffd`);
  });

  test("two streams write the same lines, each with its own unfinished character and sequence", () => {
    const terminal = new TerminalText();
    const [out, err] = [terminal.source(), terminal.source()];
    const character = Buffer.from("文");
    let text = out.push(
      Buffer.concat([Buffer.from("\x1b[3"), Buffer.from("1mred "), character.subarray(0, 1)]),
    );
    text += err.push(character.subarray(0, 2));
    text += out.push(character.subarray(1));
    text += err.push(Buffer.concat([character.subarray(2), Buffer.from("\n")]));
    expect(text + out.end() + err.end() + terminal.flush()).toBe("red 文文\n");
  });

  test("is the same however the bytes arrive", () => {
    const controls = fc.constantFrom(
      "\r",
      "\b",
      "\x1b[K",
      "\x1b[2K",
      "\x1b[31m",
      "\x1b]0;t\x07",
      "\x1b[4G",
      "\x1b",
      "\u009b",
      "\n",
    );
    const noisy = fc.array(fc.oneof(anyText, controls), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(noisy, anyChunkSizes, (text, sizes) => {
        const bytes = Buffer.from(text.toWellFormed());
        const whole = shown([bytes]);
        expect(shown(inChunks(bytes, sizes))).toBe(whole);
        expect(whole.isWellFormed()).toBe(true);
        expect(whole).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u007f]/);
      }),
      RUNS,
    );
  });

  test("keeps the number of lines, so that numbers hold in the stored raw output", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(shownText(text).split("\n").length).toBe(text.split("\n").length);
      }),
      RUNS,
    );
  });

  test("a line without end is let go in parts and not held", () => {
    const terminal = new TerminalText();
    const source = terminal.source();
    const chunk = Buffer.alloc(50_000, "x");
    let released = 0;
    for (let round = 0; round < 40; round++) released += source.push(chunk).length;
    expect(released).toBeGreaterThan(40 * 50_000 - 200_000);
    expect(released + terminal.flush().length).toBe(40 * 50_000);
  });

  test("rewriting a long line again and again stays linear", () => {
    const long = `${"x".repeat(60_000)}${"\ry".repeat(300_000)}\n`;
    expect(shownText(long)).toBe(`y${"x".repeat(59_999)}\n`);
  });
});
