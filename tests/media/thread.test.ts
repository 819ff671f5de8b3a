import { expect, setDefaultTimeout, test } from "bun:test";
import { inThread } from "../../src/media/in-thread.ts";
import { factsOf, fittedImage } from "../../src/media/read-image.ts";
import { pdfPages } from "../../src/media/read-pdf.ts";
import { madeBy, pdf, pdfBomb, png, redBlue } from "../support/media.ts";

setDefaultTimeout(60_000);

const large = () =>
  madeBy("ffmpeg", [
    ...["-loglevel", "error", "-f", "lavfi", "-i", "color=red:s=10000x10000", "-frames:v", "1"],
    ...["-pix_fmt", "gray", "OUT.png"],
  ]);

test("while 100,000,000 pixels are decoded, everything else goes on", async () => {
  const file = large();
  const facts = factsOf(file, "image/png");
  if (typeof facts === "string") throw new Error(facts);
  let ticks = 0;
  const clock = setInterval(() => ticks++, 5);
  const answer = await fittedImage(file, facts, {});
  clearInterval(clock);
  expect(answer).toMatchObject({ ok: true, result: { width: 2_000, height: 2_000 } });
  expect(ticks).toBeGreaterThan(20);
});

test("the signal ends the decoding at once, and also the waiting for it", async () => {
  const file = pdfBomb();
  const controller = new AbortController();
  const running = pdfPages(file, undefined, { signal: controller.signal });
  const waiting = pdfPages(file, undefined, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 300);
  const ends = await Promise.allSettled([running, waiting]);
  expect(ends.map((end) => end.status === "rejected" && end.reason.message)).toEqual(["enough", "enough"]);
});

test("what takes too long or too much memory ends, and the next file is read", async () => {
  const slow = await pdfPages(pdfBomb(), undefined, { ms: 300 });
  expect(slow).toEqual({ ok: false, failure: { code: "too_slow", ms: 300 } });
  const fat = await pdfPages(pdfBomb(), undefined, { memory: 30_000_000 });
  expect(fat).toEqual({ ok: false, failure: { code: "too_much_memory", bytes: 30_000_000 } });
  const sound = await pdfPages(pdf([["fine"]]), undefined);
  expect(sound).toMatchObject({ ok: true, result: { total: 1, pages: [{ text: "fine" }] } });
});

test("a document of more text than anybody reads is refused", async () => {
  const cell = { cell_type: "code", source: "x".repeat(6_000_000), outputs: [] };
  const bytes = Buffer.from(JSON.stringify({ nbformat: 4, cells: [cell, cell, cell] }));
  const answer = await inThread({ kind: "notebook", bytes });
  expect(answer).toMatchObject({ ok: false, failure: { code: "too_much_text" } });
});

test("files that are read at once are decoded one after the other, each with its own answer", async () => {
  const sizes = [10, 20, 30, 40];
  const answers = await Promise.all(
    sizes.map((width) => {
      const file = png(redBlue(width, 5));
      const facts = factsOf(file, "image/png");
      if (typeof facts === "string") throw new Error(facts);
      return fittedImage(file, facts, {});
    }),
  );
  expect(answers.map((answer) => answer.ok && answer.result.width)).toEqual(sizes);
});
