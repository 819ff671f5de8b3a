import { expect } from "bun:test";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { hostProgram } from "../hosted.ts";
import type { Check } from "../subject.ts";

const BYTES = 8_000_000;
const ROUNDS = 8;

const OVERWRITE = `
  for (let round = 0; ; round++) {
    await tools.write({ path: "f.txt", content: String(round % 10).repeat(${BYTES}) });
    console.log("written");
  }`;

export const KILLED: readonly Check[] = [
  {
    id: "c15",
    what: "a kill in the middle of a write leaves the old or the new content whole",
    draft: "second",
    run: async (make, subject) => {
      await using at = make({ "f.txt": "0".repeat(BYTES) });
      const program = hostProgram(subject, at, OVERWRITE);
      for (let round = 0; round < ROUNDS; round++) {
        const child = spawn("bun", [program], { stdio: ["ignore", "pipe", "inherit"] });
        const ended = new Promise((done) => child.once("close", done));
        await new Promise((done) => child.stdout.once("data", done));
        await Bun.sleep(5 + round * 9);
        child.kill("SIGKILL");
        await ended;
        const now = at.text("f.txt");
        expect(now).toHaveLength(BYTES);
        expect(now === (now[0] ?? "").repeat(BYTES)).toBe(true);
      }
      expect(
        readdirSync(at.path)
          .filter((name) => !name.startsWith("."))
          .sort(),
      ).toEqual(["f.txt", "host.ts"]);
    },
  },
];
