import { expect, test } from "bun:test";
import { runCli, testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";

test.each([
  [["catalog", "--no-mcp"]],
  [["catalog", "explain", "bash", "--no-mcp"]],
  [["call", "read", "--no-mcp", "--args", '{"path": "x"}']],
])(
  "a rule that cannot be read stops %p with its position, whether or not a rule would be asked",
  async (args) => {
    using space = workspace({ "data/config.yaml": 'permissions:\n  deny: ["bash(git"]\n' });
    const host = testHost({ cwd: space.path, home: space.path });
    const ran = await runCli([...args, "--data-dir", `${space.path}/data`], host);
    expect(ran.exitCode).toBe(2);
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toContain("data/config.yaml:2:10");
  },
);
