import { join } from "node:path";
import type { Host } from "../../src/config/host.ts";
import { type Printed, runCli, testHost } from "./cli.ts";
import { type Workspace, workspace } from "./workspace.ts";

export interface TurnHost extends Workspace {
  /** Where sessions of this host go. */
  readonly sessions: string;
  readonly home: string;
  /** Runs one command line in the workspace, with a home of its own; `host` overrides single facts. */
  run(argv: readonly string[], host?: Partial<Host>): Promise<Printed>;
}

/** A workspace and an empty home, for commands that run turns. */
export function turnHost(files: Readonly<Record<string, string | Uint8Array>> = {}): TurnHost {
  const work = workspace(files);
  const home = workspace();
  return {
    ...work,
    home: home.path,
    sessions: join(home.path, ".minimax/turnkit/sessions"),
    run: (argv, host = {}) => runCli(argv, testHost({ cwd: work.path, home: home.path, ...host })),
    [Symbol.dispose]: () => {
      work[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
}
