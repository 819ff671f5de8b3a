/**
 * Builds this machine's binary once more from a copy of the sources in another folder and fails unless it equals
 * the one in dist/ byte for byte: what a packager ships must be what anybody can build from the same commit.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { thisMachine } from "./targets.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MADE_HERE = new Set([".git", "dist", "build", "tests", "bench"]);

const { executable } = thisMachine();
const copy = mkdtempSync(join(tmpdir(), "turnkit-build-"));
try {
  cpSync(ROOT, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !MADE_HERE.has(path.slice(ROOT.length + 1)),
  });
  process.exitCode = builds(copy) && areEqual(ROOT, copy) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function builds(folder: string): boolean {
  const build = [process.execPath, join(folder, "scripts/build.ts")];
  return Bun.spawnSync(build, { cwd: folder, stdout: "ignore", stderr: "inherit" }).exitCode === 0;
}

function areEqual(...folders: readonly string[]): boolean {
  const [first, second] = folders.map((folder) => sha256(join(folder, "dist", executable)));
  if (first === second) console.log(`two builds are equal: sha256 ${first}`);
  else console.error(`error: Two builds of the same sources differ: sha256 ${first} and ${second}`);
  return first === second;
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
