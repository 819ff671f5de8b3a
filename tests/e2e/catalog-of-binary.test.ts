import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { CANONICAL_ROLES, SURFACES } from "../../src/catalog/profile.ts";
import { HOST_KINDS } from "../../src/catalog/types.ts";
import { LIST_FORMATS } from "../../src/cli/commands/catalog-list-command.ts";
import { turnkit } from "../support/binary.ts";
import { runCli, testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";

/** Dozens of starts each. */
const TIMEOUT_MS = 60_000;

const bare = workspace();
const own = workspace({
  ".minimax/config.yaml": [
    "beta: { mcodeTools: true }",
    "tools: { memory: { enabled: true }, webSearch: { provider: searxng, baseUrl: http://localhost:1 },",
    "  websiteDeploy: { folder: /sites } }",
    "features: { delegation: true, mavis: true, webSearch: true }",
  ].join("\n"),
  ".minimax/skills/tides/SKILL.md": '---\nname: tides\ndescription: Says "when"; 潮\n---\nLook.\n',
  ".minimax/agents/pilot.md":
    "---\nname: pilot\ndescription: Knows the $& way\ntools: read, gr*\n---\nSteer.\n",
  ".git/HEAD": "ref: refs/heads/main\n",
});
afterAll(() => {
  bare[Symbol.dispose]();
  own[Symbol.dispose]();
});

/** What the binary, and the sources in this process, print for one command line. */
async function both(space: { readonly path: string }, words: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: space.path, LANG: "C.UTF-8" };
  const binary = await turnkit(words, { cwd: space.path, env: { HOME: space.path } });
  const source = await runCli(words, testHost({ cwd: space.path, home: space.path, env }));
  const shown = ({ stdout, stderr, exitCode }: Pick<typeof binary, "stdout" | "stderr" | "exitCode">) => ({
    words,
    stdout,
    stderr,
    exitCode,
  });
  return { binary: shown(binary), source: shown(source) };
}

test.each(HOST_KINDS)(
  "catalog --host %s, any surface and role: the binary prints what the sources print",
  async (host) => {
    for (const surface of SURFACES) {
      for (const role of CANONICAL_ROLES) {
        const facts = ["--host", host, "--surface", surface, "--role", role];
        const { binary, source } = await both(own, ["catalog", "--no-mcp", "--format", "json", ...facts]);
        expect(binary).toEqual(source);
      }
    }
  },
  TIMEOUT_MS,
);

test.each(LIST_FORMATS)(
  "catalog --format %s: the binary prints what the sources print",
  async (format) => {
    const shown = ["catalog", "--no-mcp", "--format", format];
    for (const [space, ...more] of [
      [bare],
      [own],
      [own, "--all", "--agent", "pilot"],
      [own, "--plan", "--goal"],
    ] as const) {
      const { binary, source } = await both(space, [...shown, ...more]);
      expect(binary).toEqual(source);
      expect(binary.exitCode).toBe(0);
    }
  },
  TIMEOUT_MS,
);

test(
  "explain, search, lint and check of the binary are those of the sources",
  async () => {
    for (const space of [bare, own]) {
      const lock = ["--lock", join(space.path, "made.lock.json"), "--no-mcp"];
      const made = await turnkit(["catalog", "lock", ...lock], {
        cwd: space.path,
        env: { HOME: space.path },
      });
      expect(made.exitCode).toBe(0);
      const lines = [
        ["explain", "bash", "--format", "json", "--no-mcp"],
        ["explain", "task", "--role", "explore", "--no-mcp"],
        ["explain", "EnterPlanMode", "--no-mcp"],
        ["search", "file", "--no-mcp"],
        ["lint", "--format", "json", "--no-mcp"],
        ["lint", "--provider", "moonshot", "--fail-on", "warning", "--no-mcp"],
        ["list", "--tokenizer", "o200k", "--no-mcp"],
        ["check", ...lock],
      ];
      for (const words of lines) {
        const { binary, source } = await both(space, ["catalog", ...words]);
        expect(binary.stdout.length + binary.stderr.length).toBeGreaterThan(0);
        expect(binary).toEqual(source);
      }
    }
  },
  TIMEOUT_MS,
);
