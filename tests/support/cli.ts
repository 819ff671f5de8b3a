import { runCommandLine } from "../../src/cli/start.ts";
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
  const exitCode = await runCommandLine(argv, host);
  return { ...host.printed, exitCode };
}
