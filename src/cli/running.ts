import type { Host, HostOutput } from "../config/host.ts";
import type { CliContext } from "./context.ts";

/** How a command line ended. */
export interface Ended {
  readonly code: number;
  /** It is another program's: it counts although a signal came. */
  readonly passedOn: boolean;
}

/** What one command runs in, and the end that it told. */
export interface Running {
  readonly context: CliContext;
  /** What the command set, else the code given. */
  ended(code: number): Ended;
}

/** @param stdout where the frame itself prints; commands print through `host`. */
export function running(host: Host, stdout: Pick<HostOutput, "write"> = host.stdout): Running {
  const outcome: { exitCode?: number | string | null } = {};
  let passed: number | undefined;
  return {
    context: {
      process: Object.assign(outcome, { stdout, stderr: host.stderr, env: {} }),
      host,
      exitWith: (code) => {
        outcome.exitCode = code;
      },
      exitAs: (code) => {
        passed = code;
      },
    },
    ended: (code) => ({ code: passed ?? Number(outcome.exitCode ?? code), passedOn: passed !== undefined }),
  };
}
