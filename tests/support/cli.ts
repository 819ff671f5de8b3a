import { run } from "@stricli/core";
import { buildCli, commandWords, shellExitCode } from "../../src/cli/app.ts";
import { moveLeadingFlags } from "../../src/cli/global-flags.ts";
import type { Host } from "../../src/config/host.ts";

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface TestHost extends Host {
  /** Everything written so far. */
  readonly printed: { stdout: string; stderr: string };
}

/** A host that is a plain object: nothing of the machine that runs the tests is in it. */
export function testHost(given: Partial<Host> & Pick<Host, "cwd" | "home">): TestHost {
  const printed = { stdout: "", stderr: "" };
  const output = (name: "stdout" | "stderr") => ({
    isTTY: false,
    columns: undefined,
    closed: false,
    write(data: string | Uint8Array) {
      printed[name] += typeof data === "string" ? data : Buffer.from(data).toString("utf8");
    },
  });
  return {
    env: { PATH: process.env.PATH },
    platform: process.platform,
    execPath: process.execPath,
    selfCommand: [process.execPath, new URL("../../src/main.ts", import.meta.url).pathname],
    stdin: { isTTY: false, chunks: async function* () {} },
    stdout: output("stdout"),
    stderr: output("stderr"),
    signal: new AbortController().signal,
    now: () => Date.now(),
    ...given,
    printed,
  };
}

/** Runs one command in this process, as `main.ts` does. */
export async function runCli(argv: readonly string[], host: TestHost): Promise<Printed> {
  const outcome: { exitCode?: number | string | null } = {};
  await run(buildCli(argv.includes("--verbose")), moveLeadingFlags(argv, commandWords), {
    process: Object.assign(outcome, { stdout: host.stdout, stderr: host.stderr, env: {} }),
    host,
    exitWith: (code) => {
      outcome.exitCode = code;
    },
  });
  return { ...host.printed, exitCode: shellExitCode(outcome.exitCode) };
}
