import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { BINARY, turnkit } from "../support/binary.ts";
import { httpServer } from "../support/http.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

/** What every script here finds in its workspace; each gets a fresh one. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "README.md": "# Sample\n\nA sample project.\n",
  "notes/plan.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n",
  "notes/windows.txt": "alpha\r\nbeta\r\ngamma\r\n",
  "src/main.ts": "export const answer = 41; // TODO raise\n",
  "src/深/文件.txt": "第一行\n第二行\n",
  ".env": "TOKEN=do-not-show\n",
  "empty.txt": "",
  "two.pdf": twoPages(),
  "program.bin": new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]),
};

/** What every script here finds in its home. */
const HOME: Readonly<Record<string, string>> = {
  ".minimax/config.yaml":
    "agents: {default: {features: {webSearch: false}}}\ntools: {memory: {enabled: true}, websiteDeploy: {folder: ~/sites}}\n",
  ".minimax/skills/review/SKILL.md": "---\ndescription: Reviews a change\n---\n\nLook twice.\n",
  ".minimax/skills/commit/SKILL.md": "---\nname: git:commit\n---\nIn one line.\n",
  ".minimax/agents/helper.md": "---\ndescription: Helps\n---\nHelp.\n",
};

/** What single scripts need besides; `{{server}}` stands for the test's web server, here and in the scripts. */
interface Setup {
  readonly flags?: readonly string[];
  readonly home?: Readonly<Record<string, string>>;
  readonly prepare?: (work: Workspace) => void;
}

const SETUP: Readonly<Record<string, Setup>> = {
  "EnterPlanMode.yaml": {},
  "ExitPlanMode.yaml": { flags: ["--plan"] },
  "goal.yaml": { flags: ["--goal", "All tests pass"] },
  "code_review.yaml": { prepare: asRepository },
  "web_fetch.yaml": { home: { ".minimax/config.yaml": "tools: {webFetch: {allow: [127.0.0.1]}}\n" } },
  "web_search.yaml": {
    home: {
      ".minimax/config.yaml":
        'tools: {webSearch: {provider: searxng, url: "{{server}}", apiKeyEnv: SEARCH_KEY}}\n',
    },
  },
  "tool_search.yaml": {
    home: {
      ".minimax/config.yaml":
        'mcpToolSearch: {modelWhitelist: ["*"], thresholdPct: 0.0001, minDeferCount: 1}\n',
      ".minimax/mcp.json": JSON.stringify({
        mcpServers: { harbour: { command: BINARY, args: ["__demo-server"] } },
      }),
    },
  },
};

const scripts = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));

test.each(scripts)("%s plays on the binary and all of its expectations hold", async (name) => {
  await using server = await httpServer(answer);
  const { flags = [], home: more = {}, prepare } = SETUP[name] ?? {};
  const placed = (text: string) => text.replaceAll("{{server}}", server.url);
  using work = workspace(FILES);
  using home = workspace(mapped({ ...HOME, ...more }, placed));
  writeFileSync(join(work.path, "long.txt"), `${"x".repeat(100)}\n`.repeat(3_000));
  mkdirSync(join(work.path, "node_modules/dep"), { recursive: true });
  writeFileSync(join(work.path, "node_modules/dep/index.js"), "// TODO of a dependency\n");
  prepare?.(work);
  const script = home.file(name, placed(readFileSync(join(import.meta.dirname, name), "utf8")));
  const ran = await turnkit(
    ["run-turn", "--script", script, "--permission", "full", "--format", "json", ...flags],
    { cwd: work.path, env: { HOME: home.path, SEARCH_KEY: "key-of-the-search" } },
  );
  const document = ran.stdout === "" ? { stderr: ran.stderr } : JSON.parse(ran.stdout);
  expect(document.expectations?.failures ?? document).toEqual([]);
  expect(document.expectations.passed).toBeGreaterThan(0);
  expect(ran.exitCode).toBe(document.stopReason === "waiting_for_user" ? 4 : 0);
  expect(ran.stdout).not.toContain("key-of-the-search");
});

function mapped(files: Readonly<Record<string, string>>, change: (text: string) => string) {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(text)]));
}

/** The files as they are, committed; what the script then does is the change. */
function asRepository({ path }: Workspace): void {
  const git = (...args: string[]) =>
    Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: path });
  git("init", "-q");
  git("add", "README.md", "src", "notes");
  git("commit", "-q", "-m", "first");
}

function answer({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  const moved: Readonly<Record<string, string>> = {
    "/moved": "/page",
    "/to-file": "file:///etc/passwd",
    "/to-metadata": "http://169.254.169.254/latest",
  };
  const location = moved[url];
  if (location !== undefined) return void response.writeHead(302, { location }).end();
  if (url.startsWith("/search")) return void found(url, String(headers.authorization), response);
  if (url !== "/page") return void response.writeHead(404).end("not here");
  response.setHeader("content-type", "text/plain; charset=gbk");
  response.end(Buffer.from([0xd6, 0xd0, 0xce, 0xc4]));
}

/** A search service in the shape of SearXNG, which also says what it was asked and with which key. */
function found(url: string, key: string, response: ServerResponse): void {
  if (url.includes("break")) return void response.writeHead(500).end("broken");
  if (url.includes("nothing")) return void response.end(JSON.stringify({ results: [] }));
  const result = { title: `seen ${key}`, url: "https://e.example/", content: decodeURIComponent(url) };
  response.end(JSON.stringify({ results: [result] }));
}

/** The smallest PDF of two pages that hold text. */
function twoPages(): string {
  const page = (contents: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Resources<</Font<</F 3 0 R>>>>/Contents ${contents} 0 R>>`;
  const shows = (text: string) => {
    const stream = `BT /F 12 Tf 10 50 Td (${text}) Tj ET`;
    return `<</Length ${stream.length}>>stream\n${stream}\nendstream`;
  };
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    page(6),
    page(7),
    shows("The first page."),
    shows("The second page."),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return `%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF`;
}
