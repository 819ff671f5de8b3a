import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { inputText } from "../../src/output/input-text.ts";
import { TerminalText } from "../../src/output/terminal-text.ts";
import { anyChunkSizes, inChunks, RUNS } from "../support/outputs.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

/** What plain lines and lines with controls are made of, and ends and beginnings of sequences that are split. */
const anyTerminal = fc
  .array(
    fc.constantFrom(
      ...[
        "a",
        "word ",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "\b",
        "\t",
        "\0\0",
        "\x7f",
        "\x1b[31m",
        "\x1b[0m",
        "\x1b[K",
      ],
      ...[
        "\x1b",
        "[",
        "m",
        "\x1b]8;;x",
        "\x07",
        "\x1b\\",
        "\x9b1m",
        "\x9d",
        "\x85",
        "\xe9",
        "\u754c",
        "\u{1f600}",
      ],
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(""));

function cleaned(bytes: Uint8Array, sizes: readonly number[]): { text: string; isValid: boolean } {
  const text = inputText(true);
  const shown: Buffer[] = [];
  const take = (part: Uint8Array) => void shown.push(Buffer.from(part));
  for (const chunk of inChunks(bytes, sizes)) text.push(chunk, take);
  text.end(take);
  return { text: Buffer.concat(shown).toString(), isValid: text.isValid };
}

test("a cleaned input is what a terminal shows, however the bytes arrive", () => {
  fc.assert(
    fc.property(anyTerminal, anyChunkSizes, (input, sizes) => {
      const terminal = new TerminalText();
      const source = terminal.source();
      // Byte by byte, so that nothing is taken in one step.
      let shown = "";
      for (const byte of Buffer.from(input)) shown += source.push(Uint8Array.of(byte));
      shown += source.end() + terminal.flush();
      expect(cleaned(Buffer.from(input), sizes)).toEqual({ text: shown, isValid: true });
    }),
    RUNS,
  );
});

test("a cleaned input that is no UTF-8 is known as such, however the bytes arrive", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), anyChunkSizes, (noise, sizes) => {
      const bytes = Buffer.concat([Buffer.from("a\nb\n"), noise]);
      const { text, isValid } = cleaned(bytes, sizes);
      expect(isValid).toBe(Buffer.from(bytes.toString()).equals(bytes));
      if (!isValid) expect(bytes.toString()).toContain("\ufffd");
      expect(text.isWellFormed()).toBe(true);
    }),
    RUNS,
  );
});
