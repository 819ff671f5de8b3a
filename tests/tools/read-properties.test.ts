import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { lineSpans } from "../../src/output/lines.ts";
import { LineScan } from "../../src/tools/read/text/line-scan.ts";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

// Long work, on a machine that may be busy.
setDefaultTimeout(60_000);

const textOf = (maxLength: number) =>
  fc
    .array(fc.constantFrom("\n", "\r\n", "\r", "a", "bc", "\u2028", "界", "😀", "\u0085", "→"), { maxLength })
    .map((parts) => parts.join(""));

const linesOf = (text: string) => Array.from(lineSpans(text), ({ start, end }) => text.slice(start, end));

test("the lines found do not depend on how the bytes are cut into chunks", () => {
  fc.assert(
    fc.property(
      textOf(40),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 2, max: 9 }),
      (text, cuts, offset, limit, maxLineBytes) => {
        const taken: string[] = [];
        let long: Buffer[] | undefined;
        const scan = new LineScan(
          { offset, limit, maxLineBytes },
          {
            line: (bytes) => taken.push(bytes.toString()) > 0,
            longLine: () => {
              long = [];
              return true;
            },
            longLinePart: (bytes) => void long?.push(Buffer.from(bytes)),
          },
        );
        const bytes = Buffer.from(text);
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const next = at + (cuts[cut % cuts.length] ?? 1);
          scan.feed(Buffer.from(bytes.subarray(at, next)));
          at = next;
        }
        scan.end();
        const all = linesOf(text);
        const wanted = all.slice(offset - 1, offset - 1 + limit);
        // A line counts as long with its CR, which is known to be part of the end only when the LF has come.
        const seen = long === undefined ? taken : [...taken, Buffer.concat(long).toString()];
        expect(seen).toEqual(wanted.slice(0, seen.length));
        if (long === undefined) expect(seen).toHaveLength(wanted.length);
        expect(scan.taken).toBe(seen.length);
        expect(scan.lines).toBe(all.length);
        expect(scan.more).toBe(offset - 1 + seen.length < all.length && seen.length > 0);
      },
    ),
    { numRuns: 5_000 },
  );
});

test("d12: following the offsets to the end gives every line once, in order", async () => {
  const line = fc.oneof(
    textOf(30).map((text) => text.replaceAll("\n", "")),
    fc.integer({ min: 0, max: 20_000 }).map((length) => "x".repeat(length)),
    fc.integer({ min: 0, max: 7_000 }).map((length) => "界".repeat(length)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 60 }),
      fc.constantFrom("\n", "\r\n"),
      fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      async (lines, end, limit) => {
        const text = lines.join(end);
        const wanted = linesOf(text);
        fc.pre(wanted.length > 0);
        using ws = workspace({ "f.txt": text });
        const read = createReadTool(testServices(ws.path));
        const seen: string[] = [];
        for (let offset: number | undefined = 1; offset !== undefined; ) {
          const result = await callTool(ws.path, read, { path: "f.txt", offset, limit });
          expect(result.isError).toBeUndefined();
          expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(24 * 1024);
          const shown = result.text.split("\n");
          const note: RegExpExecArray | null = /^\[.*offset=(\d+)\.\]$/.exec(shown.at(-1) ?? "");
          for (const [index, row] of (note === null ? shown : shown.slice(0, -1)).entries()) {
            expect(row.slice(0, row.indexOf("→"))).toBe(String(offset + index).padStart(6));
            seen.push(row.slice(row.indexOf("→") + 1));
          }
          offset = note === null ? undefined : Number(note[1]);
          expect(result.details?.next_offset).toBe(offset);
        }
        expect(seen).toEqual(wanted);
      },
    ),
    { numRuns: 60 },
  );
});
