import { expect } from "bun:test";
import { BASH_GATE_BYTES } from "../../../src/output/limits.ts";
import { hosted, hostProgram } from "../hosted.ts";
import type { Check } from "../subject.ts";

const MIB = 1024 * 1024;

/** What each of them prints, and more than may be held. */
const LEAST = 72 * MIB;

/** More than may be held. */
const HELD = 64 * MIB;

const WAYS = ["foreground", "background"] as const;

const FLOODS = [
  ["b17", "many bytes without a line end", "head -c 120M /dev/zero | tr '\\0' x", WAYS],
  ["b17", "many lines", "seq 12000000", ["foreground"]],
  ["b18", "a program that prints until it is ended", "yes | head -c 120M", WAYS],
  [
    "b19",
    "a match in a large file without line ends",
    "head -c 120M /dev/zero | tr '\\0' x > big; echo hit >> big; grep -a hit big; rm big",
    WAYS,
  ],
] as const;

/** Also counts what the command prints: the count is there when all of it has come through. */
function counted(command: string): string {
  return `{ ${command}; } | tee >(wc -c > size)`;
}

/** The growth of the host's memory until a command has ended, and what its result holds. */
function measured(call: string): string {
  return `
    await tools.bash({ command: "seq 100000" });
    Bun.gc(true);
    const idle = process.memoryUsage.rss();
    let peak = 0;
    const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()); }, 5);
    const answer = await tools.${call};
    const size = async () => Number(await Bun.file(folder + "/size").text().catch(() => "0"));
    while (!(await size() > 0)) await Bun.sleep(20);
    clearInterval(watch);
    return { grown: peak - idle, bytes: Buffer.byteLength(answer.text), printed: await size() };`;
}

export const FLOODING: readonly Check[] = FLOODS.flatMap(([id, what, command, ways]) =>
  ways.map(
    (way): Check => ({
      id,
      what: `${way}: memory does not grow with ${what}`,
      draft: "first",
      run: async (make, subject) => {
        await using at = make();
        const given = JSON.stringify(counted(command));
        // Of a background command a first piece is read; it goes on to its end meanwhile.
        const call =
          way === "foreground"
            ? `bash({ command: ${given}, timeout: 60 })`
            : `background(${given}, { timeout: 60, most: 1 })`;
        const seen = await hosted(hostProgram(subject, at, measured(call)));
        expect(seen?.grown).toBeLessThan(HELD);
        expect(seen?.bytes).toBeLessThanOrEqual(2 * BASH_GATE_BYTES);
        expect(seen?.printed).toBeGreaterThan(LEAST);
      },
    }),
  ),
);
