import { run } from "@stricli/core";
import { buildCli, commandWords, shellExitCode } from "./cli/app.ts";
import { moveLeadingFlags } from "./cli/global-flags.ts";
import { interruptedCode, processHost } from "./cli/host.ts";
import { VERSION } from "./config/version.ts";
import { ExitCode } from "./output/exit-codes.ts";

/** The outermost edge: builds the host, runs one command, and is the only one to set the exit code. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  const host = processHost({
    compiled: /(\$bunfs|~BUN)/.test(import.meta.url),
    script: import.meta.filename ?? "",
  });
  if (argv[0] === "--version") {
    host.stdout.write(`turnkit ${VERSION}\n`);
    return ExitCode.ok;
  }
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

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
