import fc from "fast-check";
import { VERBS } from "../../src/tools/mavis/verb-names.ts";
import { type ArgumentWords, textsUnder } from "./any-arguments.ts";
import type { Fence } from "./fence.ts";

const FILES = [
  ...[
    "a.txt",
    "b/c.txt",
    "crlf.txt",
    "bom.txt",
    "long.txt",
    "link",
    "@a.txt",
    "a.txt/x",
    "a\nb",
    "\0",
    "no/such",
  ],
  ...[
    "pic.png",
    "nb.ipynb",
    "data.bin",
    "fifo",
    "loop",
    "dangling",
    ".env",
    "b",
    ".",
    "",
    "..",
    "../out.txt",
  ],
];
const PATH_NAMES = ["path", "file_path", "filePath", "file", "filename", "directory", "dir", "folder"];
const PIECES = ["one", "two", "a", "b", "x", "     1→one", "", "\n", "\r\n", "$&", "漢字", "one\ntwo", "ONE"];
const PATTERNS = [
  ...[
    "a",
    "one",
    "(",
    "[",
    "*",
    "**/*.txt",
    "b/*",
    "{a,b}.txt",
    "{a",
    "!*.txt",
    "../*",
    "/etc/*",
    "-n",
    "--files",
  ],
  ...[
    "\\",
    "",
    ".",
    "\0",
    "\ud800",
    "a\nb",
    "{a,b}".repeat(12),
    "x".repeat(5_000),
    "a.txt",
    ".github/*",
    "(?=a)",
  ],
];
/** Commands that touch nothing: any text is a command to bash. */
const COMMANDS = [
  ...[
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
    "",
    "echo a >&2",
  ],
  ...["seq 9000", "printf '\\033[1m\\342'", "false | true", "sleep 0.01 & echo hi", "ulimit -n 0; echo"],
];
const COMMAND_NAMES = ["command", "cmd"];

const changed = (...parts: Record<string, fc.Arbitrary<unknown>>[]) =>
  fc.oneof(...parts.map((part) => fc.record(part)));

/**
 * What makes arguments of a tool meaningful. A tool that is not here is tried by its schema alone.
 * `web` is the address of the server that stands for the web; `tasks` are the ids of background tasks.
 */
export function wordsFor(
  name: string,
  place: Fence,
  { web, tasks }: { web: string; tasks: readonly string[] },
) {
  const inFence = (value: unknown) => textsUnder(value, PATH_NAMES).every(place.holds);
  const words: Readonly<Record<string, ArgumentWords>> = {
    read: { good: { path: FILES, pages: ["1", "1-3", "3-1", "x"] }, complete: 25 },
    write: { good: { path: FILES, content: PIECES }, harmless: inFence },
    edit: { good: { file_path: FILES, old_string: PIECES, new_string: PIECES }, harmless: inFence },
    bash: {
      good: { command: COMMANDS, timeout: [5, 20, 700, "9"] },
      only: ["command"],
      complete: 10,
      harmless: (value) => textsUnder(value, COMMAND_NAMES).every((command) => COMMANDS.includes(command)),
    },
    grep: { good: { pattern: PATTERNS, path: FILES, glob: PATTERNS }, complete: 10, harmless: inFence },
    glob: { good: { pattern: PATTERNS, path: FILES }, complete: 10, harmless: inFence },
    skill: { good: { name: ["a", "A", "b:a"] } },
    memory: { whole: memoryCalls() },
    mavis: { whole: mavisCalls() },
    request_feature_enable: { good: { featureKey: ["mcodeTools", "memory", "webSearch"] } },
    web_fetch: {
      good: { url: addresses(web), method: ["GET", "HEAD"] },
      only: ["url"],
      complete: 15,
      harmless: isLocal(web),
    },
    code_review: { complete: 2 },
    task: {
      good: { agent_name: ["explore", "worker", "verifier"], model: ["script:child.yaml", "script:no.yaml"] },
    },
    task_append: { good: { task_id: tasks, content: ["more", "again"] } },
    task_query: { good: { task_id: tasks } },
    task_output: { good: { task_id: tasks } },
    task_stop: { good: { task_id: tasks } },
    website_deploy: {
      good: {
        directory: ["site", "site/", ".", "b", "no", "site/index.html", ".."],
        name: ["web", "Web", "a/b"],
      },
      complete: 8,
    },
    tool_search: { good: { query: ["echo", "look up", "天气"], regex: ["echo", "(", "(a+)+$"] } },
    mcp_invoke: {
      good: {
        tool_name: ["mcp__srv__echo", "mcp__srv__look_up", "echo"],
        arguments: [{ word: "a" }, { word: 1 }, "{}"],
      },
    },
  };
  return words[name] ?? {};
}

/** Where a call of the tool may change something, relative to the fence, beside what results are stored in. */
export function placesOf(
  name: string,
  asked: (names: readonly string[]) => readonly string[],
): readonly string[] {
  const places: Readonly<Record<string, () => readonly string[]>> = {
    write: () => asked(PATH_NAMES),
    edit: () => asked(PATH_NAMES),
    memory: () => ["data/memory"],
    mavis: () => ["data/agents", "data/mcp.json"],
    request_feature_enable: () => ["data/config.yaml"],
    website_deploy: () => ["sites"],
  };
  return places[name]?.() ?? [];
}

const text = fc.constantFrom(...PIECES, "words", "a longer text of some words");
const topicName = fc.constantFrom("t1", "t2", "T", "a/b", "../x", "", "con", "t".repeat(200));

function memoryCalls(): fc.Arbitrary<unknown> {
  const target = fc.constantFrom("user", "main", "summary");
  const topic = { target: fc.constant("topic"), topicName };
  const is = (operation: string) => ({ operation: fc.constant(operation) });
  return changed(
    { target, ...is("read") },
    { target, ...is("search"), query: text },
    { target, ...is("append"), content: text },
    { target, ...is("edit"), oldString: text, newString: text, replaceAll: fc.boolean() },
    { target, ...is("write"), content: text },
    { ...topic, ...is("create"), description: text, content: text },
    { ...topic, ...is("append"), content: text },
    { ...topic, ...is("edit"), oldString: text, newString: text },
    { ...topic, ...is("delete") },
    { ...topic, ...is("write"), content: text, description: text },
    { target: fc.constant("topic"), ...is("search"), query: text },
  );
}

function mavisCalls(): fc.Arbitrary<unknown> {
  const name = fc.constantFrom("one", "two", "../x", "", "ONE", "a b", "constructor");
  const agent = { name, instructions: text, description: text };
  const server = { name, command: fc.constantFrom("true", "", "-x"), args: fc.array(text, { maxLength: 2 }) };
  const remote = {
    name,
    url: fc.constantFrom("http://127.0.0.1:1/", "no url", ""),
    headers: fc.constant({ a: "b" }),
  };
  const of = (command: string, args: Record<string, fc.Arbitrary<unknown>>) => ({
    command: fc.constant(command),
    args: fc.record(args),
  });
  return changed(
    { command: fc.constantFrom(...Object.keys(VERBS), "cron list", "agent"), args: fc.record({ name }) },
    of("agent create", agent),
    of("agent update", { name, model: text }),
    of("agent delete", { name }),
    of("session list", { limit: fc.constantFrom(0, 1, 3.5, 1e9) }),
    of("session get", { id: name, messages: fc.constantFrom(1, -1) }),
    of("session send", { id: name, message: text }),
    of("mcp create", server),
    of("mcp create", remote),
    of("mcp update", { name, disabled: fc.boolean(), timeoutMs: fc.constantFrom(0, 5_000) }),
    of("mcp delete", { name }),
  );
}

function addresses(web: string): string[] {
  return [
    ...["/", "/page", "/moved", "/round", "/gone", "/large"].map((path) => web + path),
    ...[
      "http://127.0.0.1:1/",
      "http://[::1]/",
      "file:///etc/passwd",
      "http://u:p@h/",
      "http://",
      "mailto:x",
      "",
    ],
  ];
}

/** No name is looked up, and nothing outside of this machine is asked. */
function isLocal(web: string): (value: unknown) => boolean {
  const known = addresses(web);
  return (value) =>
    textsUnder(value, ["url", "uri", "href"]).every((url) => known.includes(url) || !URL.canParse(url));
}
