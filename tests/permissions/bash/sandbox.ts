import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHELL = "/bin/bash";

/** A folder in which a command line shows its effects: a git repository, `victim`, `evil`, and helpers. */
export interface Sandbox {
  readonly path: string;
  /** Runs a command line without any gate, and tells whether it left `marker` and whether it took `victim`. */
  run(command: string, shell?: string): { readonly marker: boolean; readonly victimGone: boolean };
  [Symbol.dispose](): void;
}

export function sandbox(): Sandbox {
  const path = mkdtempSync(join(tmpdir(), "turnkit-smuggle-"));
  const program = (name: string, text: string) => {
    writeFileSync(join(path, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(path, name), 0o755);
  };
  for (const folder of ["bin", "evil-bin", "sub"]) mkdirSync(join(path, folder));
  const evil = `: > '${path}/marker'`;
  for (const name of ["bin/evil", "bin/git status", "evil-bin/git", "script.sh"]) program(name, evil);
  program("rm.sh", "rm victim");
  writeFileSync(join(path, "names.txt"), "victim\n");
  Bun.spawnSync(["git", "init", "-q", path]);
  const env = { PATH: `${path}/bin:/usr/local/bin:/usr/bin:/bin`, HOME: path, LANG: "C.UTF-8" };
  const run = (command: string, shell = SHELL) => {
    rmSync(join(path, "marker"), { force: true });
    writeFileSync(join(path, "victim"), "victim\n");
    Bun.spawnSync([shell, "-c", command], {
      cwd: path,
      env,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    return { marker: existsSync(join(path, "marker")), victimGone: !existsSync(join(path, "victim")) };
  };
  return { path, run, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
