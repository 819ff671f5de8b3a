import { run } from "@stricli/core";
import type { ExitCode } from "../output/exit-codes.ts";
import { buildCli, commandWords, shellExitCode } from "./app.ts";
import { moveLeadingFlags } from "./global-flags.ts";
import { interruptedCode, processHost, type Start } from "./host.ts";

/** Runs one command line and gives its exit code. Never rejects. */
export async function startCli(argv: readonly string[], start: Start): Promise<ExitCode> {
  const host = processHost(start);
  const outcome: { exitCode?: number | string | null } = {};
  const streams = { stdout: host.stdout, stderr: host.stderr, env: {} };
  await run(buildCli(argv.includes("--verbose")), moveLeadingFlags(argv, commandWords), {
    process: Object.assign(outcome, streams),
    host,
    exitWith: (code) => {
      outcome.exitCode = code;
    },
  });
  return interruptedCode() ?? shellExitCode(outcome.exitCode);
}
