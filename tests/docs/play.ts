import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { BINARY } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";
import type { Step } from "./console-blocks.ts";

/** Runs all steps in one shell, as a reader would type them; gives what each printed. */
export async function play(steps: readonly Step[]): Promise<string[]> {
  using home = workspace();
  const bin = join(home.path, "bin");
  mkdirSync(bin);
  symlinkSync(BINARY, join(bin, "turnkit"));
  mkdirSync(join(home.path, "work"));
  const marker = "====step====";
  const script = steps.map((step) => `{ ${step.command}\n} 2>&1; echo '${marker}'`).join("\n");
  const file = home.file("tour.sh", script);
  const child = Bun.spawn(["bash", file], {
    cwd: join(home.path, "work"),
    env: {
      PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: home.path,
      LANG: "C.UTF-8",
    },
    stdin: "ignore",
    stdout: "pipe",
  });
  const output = await new Response(child.stdout).text();
  return output.replaceAll(home.path, "~").split(`${marker}\n`).slice(0, steps.length);
}
