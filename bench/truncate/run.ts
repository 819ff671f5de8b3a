/**
 * `turnkit truncate` against reading the same pipe and dropping it, in time and memory; and against `cp` when
 * it stores the whole. `bun run build && bun bench/truncate/run.ts`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { thisMachine } from "../../scripts/targets.ts";
import { bestRow, compare } from "../measure.ts";
import { MIB, writeInput } from "./inputs.ts";

const BINARY = join(resolve(import.meta.dirname, "../.."), "dist", thisMachine().executable);
const GIB = 1024;
const ROUNDS = 9;
const GATES = ["bash", "read", "grep", "tool-head", "tool-tail", "budget"];

const folder = mkdtempSync(join(tmpdir(), "turnkit-bench-"));
try {
  const drop = compiled("drop");
  const hash = compiled("hash");
  const input = join(folder, "input");

  console.log("| input, gate | turnkit | read and drop | ratio | peak |\n|---|---|---|---|---|");
  for (const [mib, shape, gates] of [
    [1, "lines", ["bash"]],
    [16, "lines", ["bash"]],
    [256, "lines", ["bash"]],
    [GIB, "lines", GATES],
    [GIB, "one line", ["bash", "read", "tool-tail"]],
  ] as const) {
    writeInput(input, mib * MIB, shape);
    const pipe = `cat "${input}"`;
    for (const gate of gates) {
      const command = [BINARY, "truncate", "--gate", gate];
      const compared = await compare({ command, pipe }, { command: [drop], pipe }, ROUNDS);
      console.log(bestRow(`${mib} MiB, ${shape}, ${gate}`, compared));
    }
  }

  // What a shell user types: the writer fills the pipe in small pieces.
  const pipe = "yes | head -c 1073741824";
  const typed = await compare({ command: [BINARY, "truncate"], pipe }, { command: [drop], pipe }, ROUNDS);
  console.log(bestRow("`yes \\| head -c 1G`, bash", typed));

  console.log(
    "\n| stored whole; counterpart | turnkit | counterpart | ratio | peak |\n|---|---|---|---|---|",
  );
  writeInput(input, GIB * MIB, "lines");
  const kept = join(folder, "kept");
  const copy = join(folder, "copy");
  const fresh = (command: string) => ["sh", "-c", `rm -rf "${kept}" "${copy}"; exec ${command}`];
  // `cp` neither hashes nor waits for the disk; both is what a name that is a hash, and lasts, costs.
  for (const [name, floor] of [
    ["cp", `cp "${input}" "${copy}"`],
    ["cp and sync", `sh -c 'cp "${input}" "${copy}" && sync "${copy}"'`],
    ["SHA-256 in the same runtime", `"${hash}" < "${input}"`],
  ] as const) {
    const compared = await compare(
      { command: fresh(`"${BINARY}" truncate --artifact-dir "${kept}"`), pipe: `cat "${input}"` },
      { command: fresh(floor) },
      5,
    );
    console.log(bestRow(`1024 MiB, lines, bash; ${name}`, compared));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A floor beside this file, as a program. */
function compiled(name: string): string {
  const program = join(folder, name);
  const source = join(import.meta.dirname, `${name}.ts`);
  Bun.spawnSync([process.execPath, "build", "--compile", "--minify", source, `--outfile=${program}`]);
  return program;
}
