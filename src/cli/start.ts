import { run } from "@stricli/core";
import type { Host } from "../config/host.ts";
import { buildCli, commandWords, loadRoot, shellExitCode } from "./app.ts";
import { splitLeadingFlags } from "./global-flags.ts";
import { interruptedCode, processHost, type Start } from "./host.ts";

/** Runs one command line in the real process and gives its exit code. Never rejects. */
export async function startCli(argv: readonly string[], start: Start): Promise<number> {
  const { code, passedOn } = await runToEnd(argv, processHost(start));
  return passedOn ? code : (interruptedCode() ?? code);
}

/** Runs one command line on any host. Never rejects: every failure becomes lines on stderr and a code. */
export async function runCommandLine(argv: readonly string[], host: Host): Promise<number> {
  return (await runToEnd(argv, host)).code;
}

interface Ended {
  readonly code: number;
  /** It is another program's: it counts although a signal came. */
  readonly passedOn: boolean;
}

async function runToEnd(argv: readonly string[], host: Host): Promise<Ended> {
  const outcome: { exitCode?: number | string | null } = {};
  let passed: number | undefined;
  const streams = { stdout: host.stdout, stderr: host.stderr, env: {} };
  const { leading, rest } = splitLeadingFlags(argv);
  // Its words are its own: the fetched program gets them as they are.
  if (rest[0] === "mcode-tools") {
    const { runMcodeToolsLine } = await import("./start-mcode-tools.ts");
    return runMcodeToolsLine(rest.slice(1), leading, host);
  }
  const root = await loadRoot(rest[0]);
  const words = commandWords(root, rest);
  const inputs = [...rest.slice(0, words), ...leading, ...rest.slice(words)];
  await run(buildCli(root, argv.includes("--verbose")), inputs, {
    process: Object.assign(outcome, streams),
    host,
    exitWith: (code) => {
      outcome.exitCode = code;
    },
    exitAs: (code) => {
      passed = code;
    },
  });
  return { code: passed ?? shellExitCode(outcome.exitCode), passedOn: passed !== undefined };
}
