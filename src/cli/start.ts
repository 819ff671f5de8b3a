import { run } from "@stricli/core";
import type { Host } from "../config/host.ts";
import type { ExitCode } from "../output/exit-codes.ts";
import { buildCli, commandWords, loadRoot, shellExitCode } from "./app.ts";
import { splitLeadingFlags } from "./global-flags.ts";
import { interruptedCode, processHost, type Start } from "./host.ts";

/** Runs one command line in the real process and gives its exit code. Never rejects. */
export async function startCli(argv: readonly string[], start: Start): Promise<ExitCode> {
  const code = await runCommandLine(argv, processHost(start));
  return interruptedCode() ?? code;
}

/** Runs one command line on any host. Never rejects: every failure becomes lines on stderr and a code. */
export async function runCommandLine(argv: readonly string[], host: Host): Promise<ExitCode> {
  const outcome: { exitCode?: number | string | null } = {};
  const streams = { stdout: host.stdout, stderr: host.stderr, env: {} };
  const { leading, rest } = splitLeadingFlags(argv);
  const root = await loadRoot(rest[0]);
  const words = commandWords(root, rest);
  const inputs = [...rest.slice(0, words), ...leading, ...rest.slice(words)];
  await run(buildCli(root, argv.includes("--verbose")), inputs, {
    process: Object.assign(outcome, streams),
    host,
    exitWith: (code) => {
      outcome.exitCode = code;
    },
  });
  return shellExitCode(outcome.exitCode);
}
