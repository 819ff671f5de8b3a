import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { HeadTail } from "../../src/output/gates/head-tail.ts";
import { anyChunkSizes, anyLimit, anyText, inChunks, plainLines, RUNS } from "../support/outputs.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const NOTE =
  /^\[(?:(\d+) lines? of (\d+) left out here)?(?:; )?((?:line \d+ is shown only in part(?:; )?)*)\. The whole output: (\d+) lines?, (\d+) bytes\]$/m;
const bytesOf = (text: string) => Buffer.byteLength(text);

function gated(text: string, maxBytes: number, suffix?: string) {
  const gate = new HeadTail({ maxBytes });
  gate.push(text);
  return gate.finish({ suffix });
}

/** The parts of a cut result; the note is looked for where the head must have ended. */
function parts(original: string, shown: string) {
  const match = NOTE.exec(shown);
  if (match === null) throw new Error(`no note in ${JSON.stringify(shown)}`);
  const cutLines = [...(match[3] ?? "").matchAll(/\d+/g)].map(Number);
  const before = shown.slice(0, match.index);
  const after = shown.slice(match.index + match[0].length + 1);
  // A head cut inside a line got a newline of its own.
  const head = original.startsWith(before) ? before : before.slice(0, -1);
  const [omitted = 0, ofLines, totalLines, totalBytes] = [match[1], match[2], match[4], match[5]].map((n) =>
    n === undefined ? undefined : Number(n),
  );
  return { head, tail: after, cutLines, omitted, ofLines, totalLines, totalBytes };
}

const cutCases = fc.tuple(anyText, anyLimit).filter(([text, limit]) => bytesOf(text) > limit);

describe("a head-and-tail cut", () => {
  test("never passes its limit, note and suffix included", () => {
    fc.assert(
      fc.property(
        anyText,
        anyLimit,
        fc.option(fc.constantFrom("exit status 1", "killed by SIGKILL")),
        (text, limit, suffix) => {
          const result = gated(text, limit, suffix ?? undefined);
          expect(bytesOf(result.text)).toBeLessThanOrEqual(limit);
          expect(result.details.returned_bytes).toBe(bytesOf(result.text));
          if (suffix !== null) expect(result.text.endsWith(suffix)).toBe(true);
        },
      ),
      RUNS,
    );
  });

  test("never passes its lines either, with or without a head", () => {
    fc.assert(
      fc.property(
        anyText,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 0.45),
        (text, maxLines, headShare) => {
          const gate = new HeadTail({ maxBytes: 2000, maxLines, headShare });
          gate.push(text);
          const { text: shown, details } = gate.finish();
          expect(bytesOf(shown)).toBeLessThanOrEqual(2000);
          if (!details.truncated) expect(plainLines(shown).length).toBeLessThanOrEqual(maxLines);
          else {
            const { head, tail } = parts(text, shown);
            expect(plainLines(head).length + plainLines(tail).length).toBeLessThanOrEqual(maxLines);
            if (headShare === 0) expect(head).toBe("");
          }
        },
      ),
      RUNS,
    );
  });

  test("gives back byte for byte what fits", () => {
    fc.assert(
      fc.property(anyText, fc.nat(50), (text, spare) => {
        const result = gated(text, bytesOf(text) + spare);
        expect(result.text).toBe(text);
        expect(result.details.truncated).toBe(false);
      }),
      RUNS,
    );
  });

  test("never has half a character, however the bytes arrive", () => {
    fc.assert(
      fc.property(anyText, anyLimit, anyChunkSizes, (text, limit, sizes) => {
        const gate = new HeadTail({ maxBytes: limit });
        for (const chunk of inChunks(Buffer.from(text), sizes)) gate.push(chunk);
        const result = gate.finish();
        expect(result.text.isWellFormed()).toBe(true);
        expect(result.text).toBe(gated(text, limit).text);
      }),
      RUNS,
    );
  });

  test("keeps whole lines in their order, none twice, but for lines that it says are cut", () => {
    fc.assert(
      fc.property(cutCases, ([text, limit]) => {
        const { head, tail, cutLines } = parts(text, gated(text, limit).text);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        expect(head.length + tail.length).toBeLessThan(text.length);
        const lines = plainLines(text);
        const headLines = plainLines(head);
        const tailLines = plainLines(tail);
        const headCut =
          headLines.length > 0 && headLines.at(-1)?.trimEnd() !== lines[headLines.length - 1]?.trimEnd();
        const tailStart = lines.length - tailLines.length;
        const tailCut = tailLines.length > 0 && tailLines[0] !== lines[tailStart];
        const cut = new Set([...(headCut ? [headLines.length] : []), ...(tailCut ? [tailStart + 1] : [])]);
        for (const line of cut) expect(cutLines).toContain(line);
      }),
      RUNS,
    );
  });

  test("tells the numbers of the whole output", () => {
    fc.assert(
      fc.property(cutCases, ([text, limit]) => {
        const { head, tail, omitted, ofLines, totalLines, totalBytes } = parts(text, gated(text, limit).text);
        const total = plainLines(text).length;
        expect(totalLines).toBe(total);
        expect(totalBytes).toBe(bytesOf(text));
        if (ofLines !== undefined) expect(ofLines).toBe(total);
        expect(omitted).toBe(Math.max(0, total - plainLines(head).length - plainLines(tail).length));
      }),
      RUNS,
    );
  });

  test("cuts no line that is not longer than the limit, where whole lines show", () => {
    fc.assert(
      fc.property(cutCases, ([text, limit]) => {
        const { head, tail, cutLines } = parts(text, gated(text, limit).text);
        const lines = text.split("\n");
        for (const line of cutLines) {
          const alone = line === 1 ? head !== "" : tail !== "" && line === plainLines(text).length;
          if (!alone) expect(bytesOf(`${lines[line - 1]}\n`)).toBeGreaterThan(limit);
        }
      }),
      RUNS,
    );
    // Whole lines, then one that fits the limit but neither what is left of the head nor of the tail.
    const text = `${"short line\n".repeat(20)}${"x".repeat(480)}\n${"short line\n".repeat(20)}`;
    const { head, tail, cutLines } = parts(text, gated(text, 500).text);
    expect([head.includes("x"), tail.includes("x"), cutLines]).toEqual([false, false, []]);
  });

  test("the least limit that a refusal names is enough, and one byte less is not", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 140 }), (text, limit) => {
        const long = `${text}${"x".repeat(300)}`;
        const least = refusedFor(long, limit);
        if (least === undefined) return;
        expect(least).toBeGreaterThan(limit);
        expect(refusedFor(long, least)).toBeUndefined();
        expect(refusedFor(long, least - 1)).toBe(least);
      }),
      RUNS,
    );
  });
});

/** The least limit that the refusal names. */
function refusedFor(text: string, limit: number): number | undefined {
  try {
    gated(text, limit, "exit code 3");
    return undefined;
  } catch (error) {
    return Number(/takes up to (\d+)/.exec(String(error))?.[1]);
  }
}
