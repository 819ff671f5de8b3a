import { describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { BINARY } from "../support/binary.ts";
import { runCli, testHost } from "../support/cli.ts";
import { finished } from "../support/finished.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const FILES = {
  "home/.minimax/mcp.json": '{"mcpServers": {"files": {"command": "x"}, "web": {"url": "https://x"}}}',
  "home/.minimax/agents/critic.md": "Be strict.\n",
};

async function proposals(space: Workspace, words: readonly string[]): Promise<readonly string[]> {
  const host = testHost({ cwd: space.path, home: join(space.path, "home") });
  const { stdout, stderr, exitCode } = await runCli(["__complete", "--", ...words], host);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return stdout.split("\n").slice(0, -1);
}

/** The words typed so far, and what is offered: all of it, or (…) some of it and nothing of the rest. */
const WHOLE: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [["cat"], ["catalog"]],
  [["--workspace", "x", "cat"], ["catalog"]],
  [["--work"], ["--workspace"]],
  [["--workspace", ""], []],
  [
    ["--color", ""],
    ["auto", "always", "never"],
  ],
  [
    ["catalog", ""],
    ["list", "explain", "search", "lint", "lock", "check", "diff"],
  ],
  [["catalog", "ex"], ["explain"]],
  [["--quiet", "catalog", "ex"], ["explain"]],
  [["catalog", "explain", "web_f"], ["web_fetch"]],
  [["catalog", "--format", "ma"], ["markdown"]],
  [["catalog", "--format=ma"], ["--format=markdown"]],
  [
    ["catalog", "lint", "--format", ""],
    ["text", "json", "github", "markdown", "junit", "sarif"],
  ],
  [["catalog", "--agent", "cr"], ["critic"]],
  [["catalog", "--config", ""], []],
  [["call", "todo"], ["todowrite"]],
  [["call", "--permission", "r"], ["read-only"]],
  [
    ["mcp", "remove", ""],
    ["files", "web"],
  ],
  [
    ["mcp", "add", "--tr"],
    ["--transport", "--trust-annotations"],
  ],
  [
    ["sessions", ""],
    ["list", "show", "export", "gc"],
  ],
  [["completions", "f"], ["fish"]],
  [
    ["schema", "catalog-l"],
    ["catalog-lint", "catalog-lock"],
  ],
  [["truncate", ""], []],
  [["nonsense", ""], []],
];

test.each(WHOLE)("%j is completed", async (words, offered) => {
  using space = workspace(FILES);
  expect(await proposals(space, words)).toEqual([...offered]);
});

test("every command and nothing else is offered first, flags where nothing else can stand", async () => {
  using space = workspace();
  const first = await proposals(space, [""]);
  expect(first).toContain("run-turn");
  expect(first.filter((word) => word.startsWith("-") || word.startsWith("_"))).toEqual([]);
  const flags = await proposals(space, ["doctor", ""]);
  expect(flags).toContain("--format");
  expect(flags).not.toContain("--");
});

/** Runs a shell that finds the binary as `turnkit`. */
async function inShell(shell: readonly string[], script: string): Promise<readonly string[]> {
  using space = workspace({ ...FILES, "files-only.txt": "" });
  symlinkSync(BINARY, join(space.path, "turnkit"));
  const env = {
    PATH: `${space.path}:${process.env.PATH}`,
    HOME: join(space.path, "home"),
    TERM: "dumb",
    LANG: "C.UTF-8",
  };
  const child = Bun.spawn([...shell, script], { cwd: space.path, env, stdio: ["ignore", "pipe", "pipe"] });
  const { stdout, stderr } = await finished(child);
  expect(stderr).toBe("");
  return stdout.split("\n").slice(0, -1);
}

/** What bash hands over of a line: it takes `--flag=value` apart. */
const BASH: readonly (readonly [line: readonly string[], offered: readonly string[]])[] = [
  [["catalog", "ex"], ["explain"]],
  [["catalog", "--format", "=", "ma"], ["markdown"]],
  [
    ["catalog", "--format", "="],
    ["table", "json", "yaml", "markdown", "names", "anthropic", "openai", "mermaid", "html"],
  ],
  [
    ["mcp", "remove", ""],
    ["files", "web"],
  ],
  [["truncate", ""], []],
];

describe("in bash", () => {
  test.each(BASH)("%j", async (line, offered) => {
    const words = ["turnkit", ...line].map((word) => `'${word}'`).join(" ");
    const script = `eval "$(turnkit completions bash)"; COMP_WORDS=(${words}); COMP_CWORD=${line.length}; _turnkit
      for word in "\${COMPREPLY[@]}"; do echo "$word"; done`;
    expect(await inShell(["bash", "--norc", "-c"], script)).toEqual([...offered]);
  });
});

test.skipIf(Bun.which("fish") === null)("in fish, with files where nothing else is offered", async () => {
  const script = `turnkit completions fish | source
    for line in "turnkit catalog ex" "turnkit catalog --format=ma" "turnkit mcp remove " "turnkit truncate files-"
      complete -C $line
    end`;
  const offered = await inShell(["fish", "--no-config", "-c"], script);
  expect(offered).toEqual(["explain", "--format=markdown", "files", "web", "files-only.txt"]);
});

test.skipIf(Bun.which("zsh") === null)("in zsh the script defines what completes turnkit", async () => {
  const script = `autoload -U compinit; compinit -u -D; source <(turnkit completions zsh); print $_comps[turnkit]
    compadd() { shift; print -l -- "$@" }; words=(turnkit catalog ex); CURRENT=3; _turnkit
    words=(turnkit mcp remove ''); CURRENT=4; _turnkit`;
  expect(await inShell(["zsh", "-f", "-c"], script)).toEqual(["_turnkit", "explain", "files", "web"]);
});
