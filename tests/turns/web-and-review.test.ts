import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { turnkit } from "../support/binary.ts";
import { httpServer } from "../support/http.ts";
import { workspace } from "../support/workspace.ts";

/** Plays a script on the binary, in a git work tree with one change, with a home that allows loopback. */
async function played(script: unknown, config: unknown = {}) {
  using work = workspace({ "a.txt": "one\n", ".env": "TOKEN=do-not-show\n" });
  using home = workspace({ ".minimax/config.yaml": JSON.stringify(config) });
  const git = (...args: string[]) =>
    Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: work.path });
  git("init", "-q");
  git("add", "a.txt");
  git("commit", "-q", "-m", "first");
  writeFileSync(join(work.path, "a.txt"), "two\n");
  const file = home.file("script.yaml", JSON.stringify(script));
  const args = ["run-turn", "--script", file, "--permission", "full", "--format", "json"];
  const ran = await turnkit(args, {
    cwd: work.path,
    env: { HOME: home.path, SEARCH_KEY: "key-of-the-search" },
  });
  const document = ran.stdout === "" ? { stderr: ran.stderr } : JSON.parse(ran.stdout);
  expect(document.expectations?.failures ?? document).toEqual([]);
  return { document, ran };
}

test("web_fetch and web_search on the binary: pages, redirects, refusals, results", async () => {
  await using server = await httpServer((request, response) => {
    if (request.url === "/moved") return void response.writeHead(302, { location: "/page" }).end();
    if (request.url?.startsWith("/search")) {
      const found = {
        title: `seen ${request.headers.authorization}`,
        url: "https://e.example/",
        content: "c",
      };
      return void response.end(JSON.stringify({ results: [found] }));
    }
    response.setHeader("content-type", "text/plain; charset=gbk");
    response.end(Buffer.from([0xd6, 0xd0, 0xce, 0xc4]));
  });
  const config = {
    tools: {
      webFetch: { allow: ["127.0.0.1"] },
      webSearch: { provider: "searxng", url: server.url, apiKeyEnv: "SEARCH_KEY" },
    },
  };
  const fetch = (url: string, more: object = {}) => ({ tool: "web_fetch", args: { url, ...more } });
  const { document, ran } = await played(
    {
      steps: [
        {
          calls: [
            fetch(`${server.url}/moved`),
            fetch(`${server.url}/page`, { method: "HEAD" }),
            fetch("http://127.0.0.2/"),
            fetch("http://169.254.169.254/latest"),
            fetch("file:///etc/passwd"),
            fetch("http://user:word@127.0.0.1/"),
            { tool: "web_search", args: { query: "anything", count: 1 } },
            { tool: "web_search", args: { query: "anything", count: 99 } },
          ],
          expect: [
            { call: 0, isError: false, contains: "\n\n中文", details: { "/redirects": 1 } },
            { call: 1, isError: false, contains: "content-type: text/plain; charset=gbk" },
            { call: 2, isError: true, details: { "/error": "address_refused" } },
            { call: 3, isError: true, details: { "/error": "address_refused" } },
            { call: 4, isError: true, details: { "/error": "bad_url" } },
            { call: 5, isError: true, details: { "/error": "credentials_in_url" } },
            { call: 6, isError: false, contains: "https://e.example/" },
            { call: 7, isError: true, contains: "count" },
          ],
        },
      ],
    },
    config,
  );
  expect(document.calls).toHaveLength(8);
  // The key was sent to the service, and shows nowhere.
  expect(ran.stdout).toContain("seen Bearer [secret");
  expect(ran.stdout).not.toContain("key-of-the-search");
});

test("code_review on the binary: the change is there, the secret is not", async () => {
  const { document } = await played({
    steps: [
      {
        calls: [
          { tool: "code_review", args: { request: "look for bugs" } },
          { tool: "code_review", args: { request: "look", mode: "aloud" } },
          { tool: "code_review", args: {} },
        ],
        expect: [
          { call: 0, isError: false, contains: "+two" },
          { call: 0, contains: "look for bugs" },
          { call: 1, isError: true, contains: "subagent" },
          { call: 2, isError: true, contains: "request" },
        ],
      },
    ],
  });
  expect(JSON.stringify(document)).not.toContain("do-not-show");
});
