import { expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import { textTokens } from "../../src/output/text-tokens.ts";
import { createWebFetchTool } from "../../src/tools/web-fetch/tool.ts";
import { httpServer, rawServer } from "../support/http.ts";
import { workspace } from "../support/workspace.ts";

const LOOPBACK = ["127.0.0.0/8"];

async function fetched(
  input: { url: string; method?: "GET" | "HEAD" },
  options: { allow?: readonly string[]; folder?: string; signal?: AbortSignal } = {},
) {
  const { allow = LOOPBACK, folder = "/nonexistent", signal } = options;
  const artifacts = createArtifactStore({ container: folder, folder: ["out"], report: () => undefined });
  const tool = createWebFetchTool({ artifacts, allow });
  return await tool.impl.execute({ sessionId: "s", turnId: "t", toolCallId: "c" }, input, signal);
}

/** A server with one answer for every request. */
function answering(answer: (response: ServerResponse, url: string) => void) {
  return httpServer((request, response) => answer(response, request.url ?? ""));
}

test("a page comes back as it is, with its status and type", async () => {
  await using server = await answering((response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end("<h1>Grüße</h1>\n");
  });
  const result = await fetched({ url: `${server.url}/page#part` });
  expect(result.isError).toBeUndefined();
  expect(result.text).toBe(
    `URL: ${server.url}/page\nStatus: 200 OK\nContent-Type: text/html; charset=utf-8\n\n<h1>Grüße</h1>\n`,
  );
  expect(server.requests).toEqual(["GET /page"]);
});

test("HEAD gives status and headers alone", async () => {
  await using server = await answering((response) => {
    response.setHeader("x-test", "yes");
    response.end("body");
  });
  const result = await fetched({ url: server.url, method: "HEAD" });
  expect(result.text).toContain("x-test: yes");
  expect(result.text).not.toContain("body");
  expect(server.requests).toEqual(["HEAD /"]);
});

test("an answer of 400 and above is an error result with the body", async () => {
  await using server = await answering((response) => {
    response.statusCode = 404;
    response.end("no such page");
  });
  const result = await fetched({ url: server.url });
  expect(result.isError).toBe(true);
  expect(result.text).toContain("Status: 404 Not Found");
  expect(result.text).toContain("no such page");
});

for (const [what, bytes, type, text] of [
  ["the charset of the header", Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), "text/plain; charset=gbk", "中文"],
  ["a quoted charset", Buffer.from([0xe9]), 'text/plain; charset="ISO-8859-1"', "é"],
  ["a BOM against the header", Buffer.from("\ufeffé"), "text/plain; charset=gbk", "é"],
  ["UTF-16 by its BOM", Buffer.from("\ufeffhé", "utf16le"), "text/plain", "hé"],
  ["an unknown charset", Buffer.from("é"), "text/plain; charset=klingon", "é"],
  ["no charset at all", Buffer.from("é"), undefined, "é"],
] as const) {
  test(`${what} decides how the body is read`, async () => {
    await using server = await answering((response) => {
      if (type !== undefined) response.setHeader("content-type", type);
      response.end(bytes);
    });
    expect((await fetched({ url: server.url })).text).toEndWith(`\n\n${text}`);
  });
}

test("a body that is packed although nobody asked for it is unpacked", async () => {
  await using server = await answering((response, url) => {
    const packed = url === "/br" ? brotliCompressSync("unpacked") : gzipSync("unpacked");
    response.setHeader("content-encoding", url.slice(1));
    response.end(packed);
  });
  for (const encoding of ["gzip", "br"]) {
    expect((await fetched({ url: `${server.url}/${encoding}` })).text).toEndWith("\n\nunpacked");
  }
});

test("a body that is not packed as its header says is told in words", async () => {
  await using server = await answering((response, url) => {
    response.setHeader("content-encoding", url === "/br" ? "br" : "gzip");
    response.end(url === "/cut" ? gzipSync("x".repeat(5000)).subarray(0, 20) : "plain plain plain");
  });
  for (const path of ["/gzip", "/cut", "/br"]) {
    const text = "Cannot fetch from 127.0.0.1: its body cannot be unpacked as its content-encoding says.";
    expect(await fetched({ url: server.url + path })).toMatchObject({ isError: true, text });
  }
});

test("a packed bomb and an endless body stop at 10 MiB, and that is said", async () => {
  await using server = await answering((response, url) => {
    if (url === "/bomb") {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x61)));
      return;
    }
    const block = Buffer.alloc(1024 * 1024, 0x62);
    const more = (): void => {
      while (!response.destroyed && response.write(block));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  using place = workspace();
  for (const path of ["bomb", "endless"]) {
    const result = await fetched({ url: `${server.url}/${path}` }, { folder: place.path });
    expect(result.details).toMatchObject({ bytes: 10 * 1024 * 1024 });
    expect(result.text).toContain("longer than 10 MiB");
    expect(result.text.length).toBeLessThan(70_000);
  }
});

test("redirects are followed, relative ones too, and the last address is told", async () => {
  await using server = await answering((response, url) => {
    if (url === "/end") return void response.end("here");
    response.writeHead(302, { location: url === "/start" ? "middle" : "/end" }).end();
  });
  const result = await fetched({ url: `${server.url}/start` });
  expect(result.text).toStartWith(`URL: ${server.url}/end\n`);
  expect(result.details).toMatchObject({ redirects: 2, status: 200 });
});

test("more than 10 redirects are too many", async () => {
  await using server = await answering((response) => {
    response.writeHead(301, { location: "/again" }).end();
  });
  const result = await fetched({ url: server.url });
  expect(result.details).toMatchObject({ error: "too_many_redirects" });
  expect(server.requests).toHaveLength(11);
});

test("each redirect is judged again: addresses, schemes and credentials", async () => {
  await using server = await answering((response, url) => {
    const location = decodeURIComponent(url.slice(1));
    response.writeHead(302, { location }).end();
  });
  for (const [location, error] of [
    ["http://169.254.169.254/latest/meta-data", "address_refused"],
    ["http://[::1]:1/", "address_refused"],
    ["file:///etc/passwd", "bad_url"],
    ["http://user:secret@example.com/", "credentials_in_url"],
    ["http://", "bad_redirect"],
  ]) {
    const result = await fetched({ url: `${server.url}/${encodeURIComponent(location ?? "")}` });
    expect([location, result.details?.error]).toEqual([location, error]);
    expect(result.text).not.toContain("secret");
  }
});

for (const url of [
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f.0.0.1/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::1]/",
  "http://10.0.0.1/",
  "http://localhost/",
]) {
  test(`${url} is refused: it is not on the public internet`, async () => {
    const result = await fetched({ url }, { allow: [] });
    expect(result.isError).toBe(true);
    expect(result.details).toMatchObject({ error: "address_refused" });
  });
}

test("a name is reached when its address is allowed, or when it is allowed by name", async () => {
  await using server = await answering((response) => void response.end("local"));
  const url = `http://localhost:${server.port}/`;
  expect((await fetched({ url })).text).toEndWith("local");
  expect((await fetched({ url }, { allow: ["localhost"] })).text).toEndWith("local");
  expect((await fetched({ url }, { allow: ["other.example"] })).details).toMatchObject({
    error: "address_refused",
  });
});

test("what is no http URL is refused without a request", async () => {
  for (const url of [
    "not a url",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "/path",
    `http://x/${"y".repeat(9000)}`,
  ]) {
    expect((await fetched({ url })).details).toMatchObject({ error: "bad_url" });
  }
  const credentials = await fetched({ url: "http://me:pw@127.0.0.1/" });
  expect(credentials.details).toMatchObject({ error: "credentials_in_url" });
  expect(credentials.text).not.toContain("pw");
});

test("an unknown name and a closed port are told as what they are", async () => {
  expect((await fetched({ url: "http://does-not-exist.invalid/" })).details).toMatchObject({
    error: "host_unknown",
  });
  const refused = await fetched({ url: "http://127.0.0.1:1/" });
  expect(refused.text).toContain("the connection was refused");
});

test("an answer that breaks off, and one that is no HTTP, are errors", async () => {
  await using broken = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    setTimeout(() => socket.destroy(), 20);
  });
  expect((await fetched({ url: broken.url })).details).toMatchObject({ error: "request_failed" });
  await using noise = await rawServer((socket) => socket.end("SSH-2.0-noise\r\n\r\n"));
  expect((await fetched({ url: noise.url })).details).toMatchObject({ error: "request_failed" });
});

test("an abort ends a request whose body does not come", async () => {
  await using server = await answering((response) => void response.write("first"));
  const abort = new AbortController();
  const result = fetched({ url: server.url }, { signal: abort.signal });
  while (server.requests.length === 0) await Bun.sleep(5);
  abort.abort();
  expect((await result).details).toMatchObject({ aborted: true });
});

for (const [what, unit] of [
  ["other", "abcdefg "],
  ["CJK", "漢字"],
] as const) {
  test(`a long text of ${what} characters keeps its head and its tail within 16,000 tokens, and a file of all`, async () => {
    const text = `START${unit.repeat(30_000)}END`;
    await using server = await answering((response) => void response.end(text));
    using place = workspace();
    const result = await fetched({ url: server.url }, { folder: place.path });
    const body = result.text.slice(result.text.indexOf("\n\n") + 2);
    expect(textTokens(result.text)).toBeLessThanOrEqual(16_000);
    expect(textTokens(result.text)).toBeGreaterThan(15_900);
    expect(body).toStartWith("START");
    expect(body).toEndWith("END");
    const path = String((result.details?.artifact as { path: string } | undefined)?.path);
    expect(body).toContain(path);
    expect(await Bun.file(path).text()).toBe(text);
  });
}

test("a body that is no text is described, not shown", async () => {
  await using server = await answering((response) => {
    response.setHeader("content-type", "image/png");
    response.end(Buffer.from([0x89, 0x50, 0, 0, 1]));
  });
  const result = await fetched({ url: server.url });
  expect(result.text).toEndWith("(the body is no text: image/png, 5 bytes)");
});

test("a server that never answers is given up after 30 s", async () => {
  await using server = await rawServer(() => undefined);
  const result = await fetched({ url: server.url });
  expect(result.details).toMatchObject({ error: "timed_out" });
}, 40_000);
