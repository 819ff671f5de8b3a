import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { BINARY } from "../support/binary.ts";
import { finished } from "../support/finished.ts";
import { workspace } from "../support/workspace.ts";

/** A limit of the size of files stands in for the full disk: a file can be made and nothing be written to it. */
test.skipIf(process.platform === "win32")(
  "a turn whose session cannot be written is one error line, exit 1, and leaves no half file",
  async () => {
    using home = workspace({ "turn.yaml": "steps: [{say: hello}]\n" });
    const ran = await finished(
      Bun.spawn(["/bin/bash", "-c", 'ulimit -f 0; exec "$0" run-turn --no-mcp --script turn.yaml', BINARY], {
        cwd: home.path,
        env: { HOME: home.path },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      }),
    );
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toMatch(/^error: .*too large for the file system.*\n$/);
    expect(ran.exitCode).toBe(1);
    const sessions = `${home.path}/.minimax/turnkit/sessions`;
    for (const session of readdirSync(sessions)) expect(readdirSync(`${sessions}/${session}`)).toEqual([]);
  },
);
