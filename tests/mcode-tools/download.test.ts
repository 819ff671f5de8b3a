import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goodArtifact, pinFlags } from "../support/artifact.ts";
import { httpServer, rawServer } from "../support/http.ts";
import { turnkitFromSource } from "../support/source.ts";
import { workspace } from "../support/workspace.ts";
import { fetchRun } from "./fetching.ts";

test("--url installs exactly what the archive holds and says where from", async () => {
  using home = workspace();
  const { tgz, pins, cli, manifest, notices } = await goodArtifact();
  await using server = await httpServer((_, response) => response.end(tgz));
  const url = `${server.url}/a.tgz`;
  const { fetched } = await fetchRun(
    { pins, source: { kind: "url", url }, out: home.path },
    { home: home.path },
  );
  expect(fetched).toMatchObject({ from: url, fromCache: false, compressedBytes: tgz.length });
  const placed = join(home.path, "embedded");
  expect(readFileSync(join(placed, "mcode-tools/cli.mjs"), "utf8")).toBe(cli);
  expect(readFileSync(join(placed, "mcode-tools/manifest.json"), "utf8")).toBe(manifest);
  expect(readFileSync(join(placed, "MCODE_TOOLS_NOTICES.md"), "utf8")).toBe(notices);
  expect(readdirSync(placed).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
});

test("i6, i18: a body short of its Content-Length is fetched again, and nothing half is kept", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  await using server = await rawServer((socket, count) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${tgz.length}\r\nconnection: close\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), count < 3 ? tgz.subarray(0, tgz.length >> 1) : tgz]));
  });
  const source = { kind: "url", url: server.url } as const;
  const { fetched, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fetched?.compressedBytes).toBe(tgz.length);
  expect(waits).toEqual([1000, 2000]);
  expect(readdirSync(join(home.path, "cache"))).toHaveLength(1);
});

test("i6: a body that is always short is told with both sizes after three tries; nothing is installed", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  const half = tgz.subarray(0, tgz.length >> 1);
  await using server = await rawServer((socket) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${tgz.length}\r\nconnection: close\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), half]));
  });
  const source = { kind: "url", url: server.url } as const;
  const { fault, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fault?.code).toBe("body_short");
  expect(fault?.message).toContain(`expected ${tgz.length} bytes, got ${half.length}`);
  expect(waits).toHaveLength(2);
  expect(server.requests).toHaveLength(3);
  expect(readdirSync(join(home.path, "cache"))).toEqual([]);
  expect(existsSync(join(home.path, "embedded"))).toBe(false);
});

test("i6: a body without a length that ends inside the gzip stream is fetched again", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  await using server = await rawServer((socket, count) => {
    const body = count === 1 ? tgz.subarray(0, tgz.length - 5) : tgz;
    socket.end(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"), body]));
  });
  const source = { kind: "url", url: server.url } as const;
  const { fetched, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fetched).toBeDefined();
  expect(waits).toEqual([1000]);
});

test("a whole archive with the wrong hash is never fetched again", async () => {
  using home = workspace();
  const { pins } = await goodArtifact();
  const other = await goodArtifact("console.log('another');\n");
  await using server = await httpServer((_, response) => response.end(other.tgz));
  const source = { kind: "url", url: server.url } as const;
  const { fault, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fault?.code).toBe("integrity_mismatch");
  expect(fault?.message).toContain(`expected ${pins.integrity}, got ${other.pins.integrity}`);
  expect(waits).toEqual([]);
  expect(readdirSync(join(home.path, "cache"))).toEqual([]);
});

test.each([408, 429, 500, 502, 503, 504])("status %d is tried again", async (status) => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  await using server = await httpServer((_, response, count) => {
    if (count === 1) response.writeHead(status).end("later");
    else response.end(tgz);
  });
  const source = { kind: "url", url: server.url } as const;
  const { fetched, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fetched).toBeDefined();
  expect(waits).toEqual([1000]);
});

test.each([400, 401, 403, 404, 410, 501])("status %d is told at once", async (status) => {
  using home = workspace();
  const { pins } = await goodArtifact();
  await using server = await httpServer((_, response) => response.writeHead(status).end("no"));
  const source = { kind: "url", url: server.url } as const;
  const { fault, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fault).toMatchObject({ code: "http_status" });
  expect(fault?.message).toContain(`expected status 200, got ${status}`);
  expect(waits).toEqual([]);
});

test("Retry-After is honoured up to 30 s", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  await using server = await httpServer((_, response, count) => {
    if (count === 3) response.end(tgz);
    else response.writeHead(503, { "retry-after": count === 1 ? "7" : "3600" }).end();
  });
  const source = { kind: "url", url: server.url } as const;
  const { fetched, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fetched).toBeDefined();
  expect(waits).toEqual([7000, 30_000]);
});

test.each(["/again", "file:///etc/hostname", "http://"])(
  "a redirect to %s is told at once",
  async (location) => {
    using home = workspace();
    const { pins } = await goodArtifact();
    await using server = await httpServer((_, response) => response.writeHead(302, { location }).end());
    const source = { kind: "url", url: server.url } as const;
    const { fault, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
    expect(fault?.code).toBe("redirect_invalid");
    expect(waits).toEqual([]);
  },
);

test("a refused connection is tried three times", async () => {
  using home = workspace();
  const { pins } = await goodArtifact();
  const server = await httpServer(() => undefined);
  await server[Symbol.asyncDispose]();
  const source = { kind: "url", url: server.url } as const;
  const { fault, waits } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fault?.code).toBe("connection_failed");
  expect(waits).toEqual([1000, 2000]);
});

test("a server that never answers, or never goes on, ends by the time limit of a try", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  await using silent = await rawServer(() => undefined);
  await using stalled = await httpServer((_, response) => {
    response.writeHead(200, { "content-length": tgz.length }).write(tgz.subarray(0, 50));
  });
  for (const { url } of [silent, stalled]) {
    const source = { kind: "url", url } as const;
    const settings = { home: home.path, timeoutMs: 150 };
    const { fault, waits } = await fetchRun({ pins, source, out: home.path }, settings);
    expect(fault?.code).toBe("timed_out");
    expect(waits).toEqual([1000, 2000]);
  }
  expect(readdirSync(join(home.path, "cache"))).toEqual([]);
});

test("Ctrl-C ends a download at once and leaves nothing", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  const interrupt = new AbortController();
  await using server = await httpServer((_, response) => {
    response.writeHead(200, { "content-length": tgz.length }).write(tgz.subarray(0, 50));
    setTimeout(() => interrupt.abort("SIGINT"), 50);
  });
  const source = { kind: "url", url: server.url } as const;
  const settings = { home: home.path, signal: interrupt.signal };
  const { fault, waits } = await fetchRun({ pins, source, out: home.path }, settings);
  expect(fault).toMatchObject({ code: "interrupted", exit: 130 });
  expect(waits).toEqual([]);
  expect(readdirSync(join(home.path, "cache"))).toEqual([]);
});

test("what a killed download left in the cache goes with the next one, what another is writing stays", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  const cache = join(home.path, "cache");
  mkdirSync(cache);
  for (const name of ["sha512-00.tgz.1.part", "sha512-00.tgz.2.part"])
    writeFileSync(join(cache, name), "half");
  utimesSync(join(cache, "sha512-00.tgz.1.part"), 1_000, 1_000);
  await using server = await httpServer((_, response) => response.end(tgz));
  const source = { kind: "url", url: server.url } as const;
  expect((await fetchRun({ pins, source, out: home.path }, { home: home.path })).fault).toBeUndefined();
  const names = readdirSync(cache).sort();
  expect(names).toEqual(["sha512-00.tgz.2.part", expect.stringMatching(/^sha512-[0-9a-f]{128}\.tgz$/)]);
});

test("a download that cannot be placed is in the cache: the next run needs no network", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  writeFileSync(join(home.path, "embedded"), "in the way");
  const request = { pins, out: home.path };
  {
    await using server = await httpServer((_, response) => response.end(tgz));
    const source = { kind: "url", url: server.url } as const;
    const { fault } = await fetchRun({ ...request, source }, { home: home.path });
    expect(fault?.code).toBe("place_failed");
  }
  rmSync(join(home.path, "embedded"));
  const source = { kind: "registry" } as const;
  const { fetched } = await fetchRun({ ...request, source, offline: true }, { home: home.path });
  expect(fetched?.fromCache).toBe(true);
});

test("credentials and the query of a URL do not show in errors", async () => {
  using home = workspace();
  const { pins } = await goodArtifact();
  await using server = await httpServer((_, response) => response.writeHead(404).end());
  const url = `http://user:hunter22@127.0.0.1:${server.port}/a.tgz?sig=verysecret`;
  const { fault } = await fetchRun(
    { pins, source: { kind: "url", url }, out: home.path },
    { home: home.path },
  );
  expect(fault?.message).toContain("404");
  expect(fault?.message).not.toContain("hunter22");
  expect(fault?.message).not.toContain("verysecret");
});

test("nor when the connection fails, in the cause that --verbose prints either", async () => {
  using home = workspace();
  const { pins } = await goodArtifact();
  const url = "http://user:hunter22@127.0.0.1:1/a.tgz?sig=verysecret";
  const { fault } = await fetchRun(
    { pins, source: { kind: "url", url }, out: home.path },
    { home: home.path },
  );
  const stack = (fault?.cause as Error | undefined)?.stack;
  for (const text of [fault?.message, stack]) {
    expect(text).toContain("ECONNREFUSED");
    expect(text).not.toContain("hunter22");
    expect(text).not.toContain("verysecret");
  }
});

test("i20: the proxy of the environment is used, and left alone for hosts of NO_PROXY", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  await using proxy = await httpServer((_, response) => response.end(tgz));
  await using direct = await httpServer((_, response) => response.end(tgz));
  const run = (url: string, env: Record<string, string>) => {
    const args = ["fetch-mcode-tools", "--url", url, "--out", home.path, ...pinFlags(pins)];
    const own = { HOME: home.path, HTTP_PROXY: proxy.url, npm_config_globalconfig: join(home.path, "none") };
    return turnkitFromSource(args, { env: { ...own, ...env } });
  };
  expect(await run("http://archive.invalid/a.tgz", {})).toMatchObject({ stderr: "", exitCode: 0 });
  expect(proxy.requests).toEqual(["GET http://archive.invalid/a.tgz"]);
  expect(await run(direct.url, { NO_PROXY: "127.0.0.1" })).toMatchObject({ stderr: "", exitCode: 0 });
  expect(direct.requests).toEqual(["GET /"]);
  expect(proxy.requests).toHaveLength(1);
});

test("the proxy of the user's npmrc is used", async () => {
  using home = workspace();
  const { tgz, pins } = await goodArtifact();
  await using proxy = await httpServer((_, response) => response.end(tgz));
  writeFileSync(join(home.path, ".npmrc"), `proxy=${proxy.url}\nhttps-proxy=${proxy.url}\n`);
  const source = { kind: "url", url: "http://archive.invalid/a.tgz" } as const;
  const { fault } = await fetchRun({ pins, source, out: home.path }, { home: home.path });
  expect(fault?.message).toBeUndefined();
  expect(proxy.requests).toEqual(["GET http://archive.invalid/a.tgz"]);
});
