import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import type { AnyTool } from "../../src/contract/tool.ts";
import { createBashTool } from "../../src/tools/bash/tool.ts";
import { createCodeReviewTool } from "../../src/tools/code-review/tool.ts";
import { createGlobTool } from "../../src/tools/glob/tool.ts";
import { createGrepTool } from "../../src/tools/grep/tool.ts";
import type { LocalServices } from "../../src/tools/services.ts";
import { createTaskBoard } from "../../src/tools/tasks/board.ts";
import { createTaskTools } from "../../src/tools/tasks/tools.ts";
import { createWebFetchTool } from "../../src/tools/web-fetch/tool.ts";
import { createWebSearchTool } from "../../src/tools/web-search/tool.ts";
import { shellTurn } from "../support/shell.ts";
import { callTool } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

/** More with TURNKIT_FUZZ_RUNS=10000: each good call starts a program. */
const RUNS = Number(process.env.TURNKIT_FUZZ_RUNS ?? 400);

const names = fc.constantFrom(
  ...[
    "pattern",
    "path",
    "glob",
    "output_mode",
    "ignoreCase",
    "literal",
    "context",
    "limit",
    "offset",
    "sort",
  ],
  ...[
    "include_ignored",
    "command",
    "description",
    "timeout",
    "run_in_background",
    "task_id",
    "status",
    "wait_ms",
  ],
  ...["reason", "url", "method", "prompt", "fetch_mode", "query", "count", "time_range", "request", "mode"],
  ...["__proto__", "constructor", "x", "-i", "q"],
);
/** Commands that touch nothing: any text is a command to bash. */
const harmless = fc.constantFrom(
  "true",
  "echo hi",
  "exit 3",
  "(",
  "'",
  "\\",
  "\0",
  "--",
  "kill -9 $$",
  "cat",
  ": \ud800",
);
const text = fc.constantFrom(
  ...[
    "",
    "a",
    "(",
    "[",
    "{",
    "{a,b",
    "*",
    "**",
    "**/*.txt",
    "../x",
    "/",
    "/etc/*",
    ".",
    "..",
    "a.txt",
    "b/",
    "no/such",
  ],
  ...[
    "\0",
    "a\nb",
    "\ud800",
    "\\",
    "-n",
    "--",
    "!*.txt",
    "{a,b}".repeat(12),
    "x".repeat(5000),
    "files_with_matches",
  ],
  ...[
    "content",
    "count",
    "none",
    "modified",
    "GET",
    "HEAD",
    "day",
    "inline",
    "subagent",
    "running",
    "10",
    "true",
    "1e9",
  ],
  ...["http://127.0.0.1:1/", "http://[::1]/", "file:///etc/passwd", "http://u:p@h/", "http://", "mailto:x"],
);
const value = fc.oneof(
  text,
  fc.integer({ min: -3, max: 5_000 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, 0.5, 1e300, Number.NaN),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
);
const field = fc.oneof(
  fc.tuple(names, value).filter(([name]) => name !== "command"),
  fc.tuple(fc.constant("command"), harmless),
);
const argumentsOfAnyKind = fc.oneof(
  { weight: 12, arbitrary: fc.array(field, { maxLength: 5 }).map(Object.fromEntries) },
  { weight: 1, arbitrary: fc.anything() },
  { weight: 1, arbitrary: fc.json() },
);

type Maker = (services: LocalServices) => AnyTool;
const named =
  (name: string): Maker =>
  (services) => {
    const tools = createTaskTools(services.tasks ?? createTaskBoard(() => 0));
    return tools.find(({ def }) => def.name === name) as AnyTool;
  };
const makers: Readonly<Record<string, readonly [required: string, maker: Maker]>> = {
  bash: ["command", createBashTool],
  grep: ["pattern", createGrepTool],
  glob: ["pattern", createGlobTool],
  task_query: ["task_id", named("task_query")],
  task_output: ["task_id", named("task_output")],
  task_stop: ["task_id", named("task_stop")],
  web_fetch: ["url", ({ artifacts }) => createWebFetchTool({ artifacts, allow: [] })],
  web_search: ["query", () => createWebSearchTool({ provider: "searxng", url: "http://127.0.0.1:1" })],
  code_review: ["request", createCodeReviewTool],
};

for (const [name, [required, make]] of Object.entries(makers)) {
  test(`${name}: whatever the arguments, a result or an error result, bounded and well formed`, async () => {
    using place = workspace({ "in/a.txt": "a\nb (\n", "in/b/c.txt": "a\n", "out.txt": "outside" });
    const inside = `${place.path}/in`;
    await using turn = shellTurn(inside, { tasks: createTaskBoard(() => 0) });
    const tool = make(turn.services);
    // Half of the objects get what the tool needs, so that more than the schema is tried.
    const given = fc
      .tuple(argumentsOfAnyKind, fc.boolean(), required === "command" ? harmless : text)
      .map(([input, complete, content]) =>
        complete && typeof input === "object" && input !== null ? { ...input, [required]: content } : input,
      );
    await fc.assert(
      fc.asyncProperty(given, async (input) => {
        const result = await callTool(inside, tool, input);
        expect(result.tool_name).toBe(name);
        expect(result.text.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(64 * 1024);
      }),
      { numRuns: RUNS },
    );
    expect(readdirSync(place.path).sort()).toEqual(["in", "out.txt"]);
    // The output of a background command is kept in a file.
    const made = readdirSync(inside).filter((entry) => entry !== "reports");
    expect(made.sort()).toEqual(["a.txt", "b"]);
  }, 600_000);
}
