import { describe, expect, test } from "bun:test";
import { SOURCE_COMMAND } from "../support/source.ts";
import { workspace } from "../support/workspace.ts";

/** A line for bash, with `turnkit` from source. */
function inBash(line: string, cwd: string): { stdout: string; stderr: string; exitCode: number } {
  const command = SOURCE_COMMAND.map((word) => `'${word}'`).join(" ");
  const { stdout, stderr, exitCode } = Bun.spawnSync(
    ["bash", "-c", `turnkit() { ${command} --data-dir data "$@"; }\n${line}`],
    { cwd, env: { PATH: process.env.PATH, HOME: cwd }, stdin: "ignore" },
  );
  return { stdout: stdout.toString(), stderr: stderr.toString(), exitCode };
}

// Windows has no such pipes; Git Bash makes none for programs that are not its own.
describe.skipIf(process.platform === "win32")("the pipe of <(command) is read where a file is named", () => {
  const cases = [
    [`turnkit call bash --args-file <(sleep 0.1; echo '{"command": "echo hi"}')`, "hi\n"],
    [`turnkit run-turn --script <(echo 'steps: [{say: done}]')`, "done\n"],
    [`turnkit --config <(echo '{}') catalog --no-mcp --format names`, "read\n"],
    [`turnkit catalog list --mcp-config <(echo '{"mcpServers": {}}') --format names | head -1`, "read\n"],
  ] as const;
  test.each(cases)("%s", (line, answer) => {
    using folder = workspace();
    const { stdout, stderr, exitCode } = inBash(line, folder.path);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).toContain(answer);
  });

  test("more than 1 MiB of it is refused", () => {
    using folder = workspace();
    const { stderr, exitCode } = inBash(
      "turnkit call bash --args-file <(yes | head -c 2000000)",
      folder.path,
    );
    expect(stderr).toContain(
      "Cannot read the arguments: it has more bytes, at most 1048576 are read (/dev/fd/",
    );
    expect(exitCode).toBe(2);
  });

  test("any other pipe is refused at once", () => {
    using folder = workspace();
    const { stderr, exitCode } = inBash("mkfifo pipe; turnkit call bash --args-file pipe", folder.path);
    expect(stderr).toBe("error: Cannot read the arguments: it is no regular file (pipe)\n");
    expect(exitCode).toBe(2);
  });
});
