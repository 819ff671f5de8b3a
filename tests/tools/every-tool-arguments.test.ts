import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import fc from "fast-check";
import { knownToolNames } from "../../src/catalog/known-tools.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { budgetGate, wrapperGate } from "../../src/contract/output-gates.ts";
import type { AnyTool, ToolResult } from "../../src/contract/tool.ts";
import { argumentsFor, textsUnder } from "../support/any-arguments.ts";
import { placesOf, wordsFor } from "../support/argument-words.ts";
import { everyTool } from "../support/every-tool.ts";
import { changesBetween, type Fence, fence, type Snapshot } from "../support/fence.ts";
import { httpServer, type LocalServer } from "../support/http.ts";
import { callTool } from "../support/tools.ts";

/** Argument objects per tool (issue 6), tried in batches: what a batch changed is looked at behind it. */
const [BATCHES, BATCH] = [100, 100];
/** Calls of a parallel tool that run at once. */
const AT_ONCE = 4;
/** A call that hangs longer fails; no call of these takes a second by itself. */
const HANG_MS = 60_000;

/** More than any gate lets through. */
const RESULT_BYTES = 64 * 1024;
const BUDGET = DEFAULT_CONFIG.toolResultCompaction;

/** One pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const FILES = {
  "in/a.txt": "one\ntwo\na\nb\n",
  "in/b/c.txt": "one\n",
  "in/crlf.txt": "one\r\ntwo\r\n",
  "in/bom.txt": "\ufeffone\ntwo\n",
  "in/long.txt": `${"x".repeat(9_000)}\n${"one\n".repeat(3_000)}`,
  "in/pic.png": Buffer.from(PNG, "base64"),
  "in/nb.ipynb": '{"nbformat":4,"cells":[{"cell_type":"code","source":"one","outputs":[]}]}',
  "in/data.bin": new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]),
  "in/.env": "TOKEN=one\n",
  "in/.github/a.txt": "one\n",
  "in/site/index.html": "<p>one</p>",
  "in/child.yaml": "steps: [{say: Done.}]",
  "data/keep": "outside",
  "session/keep": "outside",
};

let web: LocalServer;
let names: string[] = [];

beforeAll(async () => {
  web = await httpServer((request, response) => {
    const moved: Record<string, string> = { "/moved": "/page", "/round": "/round" };
    const location = moved[request.url ?? ""];
    if (location !== undefined) return response.writeHead(302, { location }).end();
    if (request.url === "/gone") return response.writeHead(404).end();
    const isSearch = request.url?.startsWith("/search") === true;
    const body = isSearch
      ? '{"results":[{"title":"T","url":"http://t.example/","content":"c"}]}'
      : "<p>Page</p>";
    response.writeHead(200, { "content-type": isSearch ? "application/json" : "text/html" });
    response.end(request.url === "/large" ? "word ".repeat(40_000) : body);
  });
});
afterAll(() => web[Symbol.asyncDispose]());

{
  using place = fence({});
  names = (await everyTool(place, "http://127.0.0.1:1")).tools.map(({ def }) => def.name);
}

test("every tool that the program knows of is among those that are tried", () => {
  expect(names.toSorted()).toEqual([...new Set(names)].sort());
  // That one is of other hosts: no build of this program has it.
  expect(knownToolNames().filter((name) => !names.includes(name))).toEqual(["browser"]);
});

test.each(names)(
  "%s: whatever the arguments, one bounded result in time, and nothing changes but what was asked for",
  async (name) => {
    using place = filled();
    const { tools, services } = await everyTool(place, web.url);
    const tool = tools.find(({ def }) => def.name === name) as AnyTool;
    const tasks = await startedTasks(place, tools);
    const { artifacts } = services;
    const gates = [wrapperGate(artifacts), budgetGate(artifacts, { ...BUDGET, hasRead: true })];
    const places = { home: place.home, dataDir: place.data };
    let succeeded = 0;
    const input = argumentsFor(tool.def, wordsFor(name, place, { web: web.url, tasks }));
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (let batch = 0; batch < BATCHES; batch++) {
      // The session has read nothing of what is filled in again.
      if (name === "edit" || name === "write") fill(place);
      const inputs = fc.sample(input, { numRuns: BATCH, seed: seed + batch });
      const before = place.snapshot();
      await inTurn(inputs, tool.def.executionMode === "parallel" ? AT_ONCE : 1, async (given) => {
        const result = await inTime(
          given,
          callTool(place.inside, tool, given, { places, gates, sessionId: `s-${batch}` }),
        );
        expect({ given: shown(given), problems: problemsOf(name, result) }).toMatchObject({ problems: [] });
        if (result.isError !== true) succeeded++;
      });
      expect(strayChanges(name, inputs, place, before)).toEqual([]);
    }
    await services.tasks?.close();
    expect((await services.processes.end()).left).toEqual([]);
    // Else nothing but the validation was tried.
    expect(succeeded).toBeGreaterThan(100);
  },
  300_000,
);

function filled(): Fence {
  const place = fence(FILES);
  for (const [link, target] of [
    ["link", "a.txt"],
    ["loop", "loop"],
    ["dangling", "nowhere"],
  ] as const) {
    symlinkSync(target, join(place.inside, link));
  }
  execFileSync("mkfifo", [join(place.inside, "fifo")]);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], {
      cwd: place.inside,
    });
  git("init", "-q", "--template=");
  git("add", "a.txt", "b");
  git("commit", "-qm", "first");
  writeFileSync(join(place.inside, "a.txt"), "one\ntwo\na\nB\n");
  return place;
}

/** Gives the files back what calls have changed. */
function fill(place: Fence): void {
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(place.path, name), content);
}

/** Ids of a task that has ended, of one that was a child's, and of none. */
async function startedTasks(place: Fence, tools: readonly AnyTool[]): Promise<string[]> {
  const start = async (name: string, input: unknown) => {
    const tool = tools.find(({ def }) => def.name === name) as AnyTool;
    return String((await callTool(place.inside, tool, input)).details?.task_id);
  };
  const child = { description: "d", prompt: "p", agent_name: "explore", model: "script:child.yaml" };
  const ids = [
    await start("bash", { command: "echo one; echo two", run_in_background: true }),
    await start("task", child),
  ];
  const output = tools.find(({ def }) => def.name === "task_output") as AnyTool;
  await callTool(place.inside, output, { task_id: ids[0], wait_ms: 10_000 });
  return [...ids, "bash-none"];
}

function problemsOf(name: string, result: ToolResult): string[] {
  const problems: Record<string, boolean> = {
    "another tool's name": result.tool_name !== name,
    "no text": result.text === "",
    "half a character": !result.text.isWellFormed(),
    "too long": Buffer.byteLength(result.text) > RESULT_BYTES,
    "an error that ends the turn": result.isError === true && result.terminate === true,
  };
  return Object.keys(problems).filter((problem) => problems[problem]);
}

async function inTime(given: unknown, call: Promise<ToolResult>): Promise<ToolResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No result in time for ${shown(given)}`)), HANG_MS);
  });
  return await Promise.race([call, late]).finally(() => clearTimeout(timer));
}

function shown(given: unknown): string {
  return fc.stringify(given).slice(0, 2_000);
}

async function inTurn(
  inputs: readonly unknown[],
  atOnce: number,
  call: (input: unknown) => Promise<void>,
): Promise<void> {
  const left = inputs.values();
  const worker = async () => {
    for (const input of left) await call(input);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** What changed where no call of the batch had anything to change. */
function strayChanges(name: string, inputs: readonly unknown[], place: Fence, before: Snapshot): string[] {
  const asked = (parameters: readonly string[]) =>
    inputs.flatMap((input) => textsUnder(input, parameters)).flatMap((path) => spellings(place, path));
  const allowed = ["session/reports", ...placesOf(name, asked)];
  return changesBetween(before, place.snapshot()).filter(
    (path) =>
      !allowed.some((one) => path === one || path.startsWith(`${one}/`) || one.startsWith(`${path}/`)),
  );
}

/** A path as it was given, and where links on it lead. */
function spellings(place: Fence, path: string): string[] {
  if (path.includes("\0")) return [];
  const full = resolve(place.inside, path);
  return [full, real(full)].map((one) => relative(place.path, one)).filter((one) => one !== "");
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
