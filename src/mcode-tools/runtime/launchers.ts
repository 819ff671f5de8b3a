import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assetBytes } from "../../config/assets.ts";

const LAUNCHERS = ["mcode-tools", "mcode-tools.cmd", "mcode-tools.ps1"] as const;

/**
 * Writes the launchers into a runtime folder, so that a bare binary needs no install.
 * @returns the program they start: the executable itself, or, from source, a script that starts it.
 */
export async function writeLaunchers(folder: string, selfCommand: readonly string[]): Promise<string> {
  for (const name of LAUNCHERS) {
    await writeFile(join(folder, name), assetBytes(`launchers/${name}`), { mode: 0o700, flag: "wx" });
  }
  const [program = "", ...args] = selfCommand;
  if (args.length === 0) return program;
  const script = join(folder, "turnkit");
  const words = selfCommand.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  await writeFile(script, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o700, flag: "wx" });
  return script;
}
