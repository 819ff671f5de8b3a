/** Start-up of the binary against an empty compiled program, and its size. `bun bench/startup/run.ts` */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { thisMachine } from "../../scripts/targets.ts";
import { compare, row } from "../measure.ts";

const BINARY = join(resolve(import.meta.dirname, "../.."), "dist", thisMachine().executable);
const ROUNDS = 25;

const folder = mkdtempSync(join(tmpdir(), "turnkit-bench-"));
try {
  const empty = join(folder, "empty");
  writeFileSync(join(folder, "empty.ts"), "");
  Bun.spawnSync(
    [process.execPath, "build", "--compile", "--minify", join(folder, "empty.ts"), `--outfile=${empty}`],
    {
      stdout: "ignore",
    },
  );
  console.log(`| command | turnkit | empty program | ratio | peak |\n|---|---|---|---|---|`);
  for (const args of [["--version"], ["catalog", "--no-mcp", "--format", "json"], ["--help"]]) {
    const env = { HOME: folder, MINIMAX_DATA_DIR: undefined, MAVIS_DATA_DIR: undefined };
    const compared = await compare(
      { command: [BINARY, ...args], cwd: folder, env },
      { command: [empty], cwd: folder },
      ROUNDS,
    );
    console.log(row(`\`${args.join(" ")}\``, compared));
  }
  const mib = (file: string): number => statSync(file).size / 1024 / 1024;
  console.log(
    `\nbinary: ${mib(BINARY).toFixed(1)} MiB, ${(mib(BINARY) - mib(empty)).toFixed(1)} MiB over an empty one`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
