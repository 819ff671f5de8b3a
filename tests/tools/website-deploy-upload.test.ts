import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, symlinkSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { createWebsiteDeployTool } from "../../src/tools/website-deploy/tool.ts";
import { httpServer, rawServer } from "../support/http.ts";
import { callTool, testServices } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

function deploy(path: string, url: string, args: Record<string, unknown> = {}) {
  const tool = createWebsiteDeployTool({ url }, testServices(path));
  return callTool(path, tool, { directory: "site", name: "my-site", ...args });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function entriesOf(archive: Buffer): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  const reader = extract();
  reader.on("entry", async (header, stream, next) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    entries[header.name] = Buffer.concat(chunks).toString();
    next();
  });
  const done = new Promise<void>((resolve, reject) => reader.once("finish", resolve).once("error", reject));
  reader.end(gunzipSync(archive));
  await done;
  return entries;
}

/** Folders of uploads that are still there. */
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith("turnkit-site-"));

test("a site is uploaded as one archive, with its length and hash, and what the server says is told", async () => {
  const big = "x".repeat(700_000);
  const long = `${"d".repeat(90)}/${"e".repeat(90)}/深.txt`;
  using place = workspace({
    "site/index.html": "<h1>",
    "site/big.txt": big,
    "site/.env": "KEY=1",
    [`site/${long}`]: "",
  });
  symlinkSync("index.html", join(place.path, "site/home.html"));
  const got: { headers: IncomingMessage["headers"]; body: Buffer }[] = [];
  await using server = await httpServer(async (request, response) => {
    got.push({ headers: request.headers, body: await bodyOf(request) });
    response.writeHead(201, { "content-type": "application/json" }).end('{"url":"https://my-site.example/"}');
  });
  const result = await deploy(place.path, `${server.url}/upload/?token=secret-token`);
  expect(result.isError).toBeUndefined();
  expect(server.requests).toEqual(["PUT /upload/my-site?token=secret-token"]);
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = got;
  expect(headers).toMatchObject({
    "content-type": "application/gzip",
    "content-length": String(body.length),
    "x-content-sha256": createHash("sha256").update(body).digest("hex"),
  });
  expect(headers["user-agent"]).toMatch(/^turnkit\//);
  expect(await entriesOf(body)).toEqual({
    "big.txt": big,
    "home.html": "<h1>",
    "index.html": "<h1>",
    [long]: "",
  });
  expect(result.text).toContain("The site is at https://my-site.example/");
  expect(result.text).not.toContain("secret-token");
  expect(result.details).toMatchObject({
    target: "url",
    url: `${server.url}/upload/my-site`,
    status: 201,
    files: 4,
  });
  expect(leftovers()).toEqual([]);
});

test("the same site gives the same archive", async () => {
  using place = workspace({ "site/index.html": "x", "site/a/b.txt": "y" });
  const bodies: string[] = [];
  await using server = await httpServer(async (request, response) => {
    bodies.push((await bodyOf(request)).toString("base64"));
    response.end();
  });
  await deploy(place.path, server.url);
  place.file("site/index.html", "x");
  await deploy(place.path, server.url);
  expect(bodies[0]).toBe(bodies[1] ?? "");
});

test("an overloaded server is asked again, and then it works", async () => {
  using place = workspace({ "site/index.html": "x" });
  await using server = await httpServer(async (request, response, count) => {
    await bodyOf(request);
    response.writeHead(count === 1 ? 503 : 200).end();
  });
  const result = await deploy(place.path, server.url);
  expect(result.isError).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

test.each([
  [401, "Who are \u001b[31myou?", "refused"],
  [404, "", "refused"],
  [302, "", "redirected"],
])(
  "an answer %d is not asked for again: an error result that shows it harmless",
  async (status, answer, code) => {
    using place = workspace({ "site/index.html": "x" });
    await using server = await httpServer(async (request, response) => {
      await bodyOf(request);
      response
        .writeHead(status, status === 302 ? { location: "https://elsewhere.example/" } : {})
        .end(answer);
    });
    const result = await deploy(place.path, `${server.url}/?key=secret-key`);
    expect(result).toMatchObject({ isError: true, details: { error: code, status } });
    expect(result.text).toContain(`answered ${status}`);
    expect(result.text).not.toContain("\u001b");
    expect(result.text).not.toContain("secret-key");
    expect(server.requests).toHaveLength(1);
    expect(leftovers()).toEqual([]);
  },
);

test("a server that refuses before the content is heard, and gets none of it", async () => {
  using place = workspace({ "site/index.html": crypto.getRandomValues(new Uint8Array(65_536)) });
  let sent = 0;
  await using server = await rawServer((socket) => {
    socket.on("data", (data) => {
      sent += data.length;
    });
    socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 9\r\n\r\ntoo large");
  });
  const result = await deploy(place.path, server.url);
  expect(result).toMatchObject({ isError: true, details: { error: "refused", status: 413 } });
  expect(result.text).toEndWith("answered 413: too large");
  expect(server.requests).toEqual(["PUT /my-site"]);
  expect(sent).toBe(0);
});

test("a server that says nothing before the content gets it after a moment", async () => {
  using place = workspace({ "site/index.html": "x" });
  let got = "";
  await using server = await rawServer((socket) => {
    socket.on("data", (data) => {
      got += data.toString("latin1");
      socket.end("HTTP/1.1 204 No Content\r\n\r\n");
    });
  });
  const result = await deploy(place.path, server.url);
  expect(result.details).toMatchObject({ status: 204 });
  expect(got).toStartWith("\u001f\u008b");
});

test("a connection that breaks three times: one error result, nothing left", async () => {
  using place = workspace({ "site/index.html": "x" });
  await using server = await rawServer((socket) => socket.destroy());
  const result = await deploy(place.path, server.url);
  expect(result).toMatchObject({ isError: true, details: { error: "connection_failed" } });
  expect(server.requests).toHaveLength(3);
  expect(leftovers()).toEqual([]);
}, 15_000);

test.each(["ftp://host/", "http://user:hunter2@127.0.0.1/", "nonsense"])("%s is no target", async (url) => {
  using place = workspace({ "site/index.html": "x" });
  const result = await deploy(place.path, url);
  expect(result).toMatchObject({ isError: true, details: { error: "bad_url" } });
  expect(result.text).not.toContain("hunter2");
});
