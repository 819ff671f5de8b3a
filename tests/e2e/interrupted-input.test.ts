import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY } from "../support/binary.ts";
import { until } from "../support/until.ts";
import { workspace } from "../support/workspace.ts";

setDefaultTimeout(60_000);

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const READERS = [
  ["run-turn", "-", "--script", "turn.yaml"],
  ["call", "bash", "--args-file", "-"],
  ["mcode-tools", "connector", "call", "connector__a__b", "--args-file", "-"],
  ["truncate", "--artifact-dir", "kept"],
  ["truncate", "-"],
] as const;

/** Signals that a process has a handler for, as Linux tells it. */
const caught = (pid: number): bigint =>
  BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0"}`);

describe.skipIf(process.platform !== "linux")("a command that waits for a silent, open stdin", () => {
  describe.each(READERS.map((words) => [words.join(" "), words] as const))("`%s`", (_, words) => {
    test.each(Object.entries(CODES))("ends with %s", async (signal, code) => {
      using folder = workspace({ "turn.yaml": "steps: [{say: done}]" });
      Bun.spawnSync(["mkfifo", "held"], { cwd: folder.path });
      const held = openSync(join(folder.path, "held"), "r+");
      const child = Bun.spawn([BINARY, "--data-dir", "data", ...words], {
        cwd: folder.path,
        env: { PATH: process.env.PATH, HOME: folder.path },
        stdin: held,
        stdout: "pipe",
        stderr: "pipe",
      });
      // By then it reads: either it has handlers, or it is one that the signal itself ends.
      if (words[0] !== "truncate" || words.length > 2)
        await until(() => (caught(child.pid) & 0x4003n) === 0x4003n);
      child.kill(signal as keyof typeof CODES);
      await child.exited;
      closeSync(held);
      expect(child.exitCode === null || child.exitCode === code).toBe(true);
      if (child.exitCode === null) expect(child.signalCode).toBe(signal as keyof typeof CODES);
      expect(await new Response(child.stdout).text()).toBe("");
    });
  });
});
