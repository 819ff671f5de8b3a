import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import * as definitions from "@npmcli/config/lib/definitions/index.js";
import { PINNED } from "../../src/mcode-tools/artifact/pins.ts";
import { goodArtifact, pinFlags, type TestArtifact } from "../support/artifact.ts";
import { httpServer, type LocalServer, rawServer } from "../support/http.ts";
import { type Registry, startRegistry, writeNpmrc } from "../support/services.ts";
import { turnkitFromSource } from "../support/source.ts";
import { workspace } from "../support/workspace.ts";
import { fetchRun } from "./fetching.ts";

const TLS = resolve(import.meta.dirname, "../support/tls");
const FROM_REGISTRY = { kind: "registry" } as const;

let registry: Registry;
let artifact: TestArtifact;
let secret: TestArtifact;

beforeAll(async () => {
  registry = await startRegistry();
  artifact = await goodArtifact();
  const other = await goodArtifact("console.log('private');\n");
  secret = { ...other, pins: { ...other.pins, packageName: "@private/code" } };
  await registry.publish("@acme/code", "1.0.0", artifact.tgz);
  await registry.publish("@private/code", "1.0.0", secret.tgz);
}, 60_000);

afterAll(() => registry[Symbol.asyncDispose]());

/** What npm keeps credentials under. */
const credentialKey = (): string => registry.url.replace(/^http:/, "");

describe("the registry is the user's own npm configuration", () => {
  test("npmrc of the user", async () => {
    using home = workspace();
    writeNpmrc(home.path, `registry=${registry.url}`);
    const run = await fetchRun(
      { pins: artifact.pins, source: FROM_REGISTRY, out: home.path },
      { home: home.path },
    );
    expect(run.fault).toBeUndefined();
    expect(run.fetched).toMatchObject({ toolsVersion: "9.9.9", fromCache: false });
    expect(readFileSync(run.fetched?.paths.cli ?? "", "utf8")).toBe(artifact.cli);
  });

  test("a scoped registry with its own credentials; without them the status is told with a hint", async () => {
    using home = workspace();
    const request = { pins: secret.pins, source: FROM_REGISTRY, out: home.path };
    writeNpmrc(home.path, "registry=http://127.0.0.1:9/", `@private:registry=${registry.url}`);
    const refused = await fetchRun(request, { home: home.path });
    expect(refused.fault?.code).toBe("http_status");
    expect(refused.fault?.message).toMatch(/expected status 200, got 40[13]/);
    expect(refused.fault?.hint).toContain("npm login");
    writeNpmrc(
      home.path,
      "registry=http://127.0.0.1:9/",
      `@private:registry=${registry.url}`,
      `${credentialKey()}:_authToken=\${REGISTRY_TOKEN}`,
    );
    const allowed = await fetchRun(request, { home: home.path, env: { REGISTRY_TOKEN: registry.token } });
    expect(allowed.fault).toBeUndefined();
    expect(readFileSync(allowed.fetched?.paths.cli ?? "", "utf8")).toBe(secret.cli);
  });

  test("npm's variables, and --userconfig's variable", async () => {
    using home = workspace();
    const request = { pins: artifact.pins, source: FROM_REGISTRY, out: home.path };
    const byEnv = await fetchRun(request, { home: home.path, env: { npm_config_registry: registry.url } });
    expect(byEnv.fault).toBeUndefined();
    using other = workspace({ npmrc: `registry=${registry.url}\n` });
    const env = { npm_config_userconfig: join(other.path, "npmrc") };
    const byFile = await fetchRun({ ...request, out: other.path }, { home: other.path, env });
    expect(byFile.fault).toBeUndefined();
  });

  test("the npmrc of the folder it is started in is not read", async () => {
    await using evil = await httpServer((_, response) => response.writeHead(404).end());
    using home = workspace();
    using project = workspace({ ".npmrc": `registry=${evil.url}\n`, "package.json": "{}" });
    writeNpmrc(home.path, `registry=${registry.url}`);
    const args = ["fetch-mcode-tools", "--out", home.path, ...pinFlags(artifact.pins)];
    const ran = await turnkitFromSource(args, { cwd: project.path, env: { HOME: home.path } });
    expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
    expect(evil.requests).toEqual([]);
  });

  test("a certificate authority of the user", async () => {
    const bytes = artifact.tgz;
    const tls = { key: readFileSync(join(TLS, "key.pem")), cert: readFileSync(join(TLS, "cert.pem")) };
    const server = createServer(tls, (_, response) => response.end(bytes));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `https://localhost:${(server.address() as AddressInfo).port}/a.tgz`;
    const request = { pins: artifact.pins, source: { kind: "url", url } as const };
    try {
      using home = workspace();
      const refused = await fetchRun({ ...request, out: home.path }, { home: home.path });
      expect(refused.fault?.code).toBe("connection_failed");
      writeNpmrc(home.path, `cafile=${join(TLS, "cert.pem")}`);
      const trusted = await fetchRun({ ...request, out: home.path }, { home: home.path });
      expect(trusted.fault).toBeUndefined();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

test("the pinned package itself is not in this registry: exactly this is what a user gets", async () => {
  using home = workspace();
  writeNpmrc(home.path, `registry=${registry.url}`);
  const ran = await turnkitFromSource(["fetch-mcode-tools", "--data-dir", home.path], {
    env: { HOME: home.path },
  });
  expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
  expect(ran.stderr).toBe(
    "error: @minimax-ai/code@0.3.11 is not in your registry\nhint: --from-file or --url\n",
  );
  expect(PINNED.packageName).toBe("@minimax-ai/code");
});

test("a version that the registry does not have is told as absent", async () => {
  using home = workspace();
  writeNpmrc(home.path, `registry=${registry.url}`);
  const pins = { ...artifact.pins, version: "2.0.0" };
  const { fault } = await fetchRun({ pins, source: FROM_REGISTRY, out: home.path }, { home: home.path });
  expect(fault).toMatchObject({
    code: "package_absent",
    message: "@acme/code@2.0.0 is not in your registry",
  });
});

describe("the cache", () => {
  const files = (home: string): string[] => readdirSync(join(home, "cache"));

  test("is used without the network, and --offline uses nothing else", async () => {
    using home = workspace();
    const request = { pins: artifact.pins, source: FROM_REGISTRY, out: home.path };
    const cold = await fetchRun({ ...request, offline: true }, { home: home.path });
    expect(cold.fault).toMatchObject({ code: "not_cached", hint: "run once without --offline" });
    writeNpmrc(home.path, `registry=${registry.url}`);
    expect((await fetchRun(request, { home: home.path })).fault).toBeUndefined();
    writeNpmrc(home.path, "registry=http://127.0.0.1:9/");
    for (const offline of [true, false]) {
      const again = await fetchRun({ ...request, offline }, { home: home.path });
      expect(again.fetched).toMatchObject({ fromCache: true });
    }
  });

  test("i7: a damaged entry is dropped and fetched once more", async () => {
    using home = workspace();
    writeNpmrc(home.path, `registry=${registry.url}`);
    const request = { pins: artifact.pins, source: FROM_REGISTRY, out: home.path };
    await fetchRun(request, { home: home.path });
    const [name = ""] = files(home.path);
    for (const damage of [Buffer.from("garbage"), artifact.tgz.subarray(0, 200), Buffer.alloc(0)]) {
      writeFileSync(join(home.path, "cache", name), damage);
      const offline = await fetchRun({ ...request, offline: true }, { home: home.path });
      expect(offline.fault?.code).toBe("not_cached");
      writeFileSync(join(home.path, "cache", name), damage);
      const { fetched, notes } = await fetchRun(request, { home: home.path });
      expect(fetched?.fromCache).toBe(false);
      expect(notes).toEqual([
        "The cached archive of @acme/code@1.0.0 is damaged: dropped, fetching it again",
      ]);
      expect(readFileSync(join(home.path, "cache", name)).equals(artifact.tgz)).toBe(true);
    }
    expect(files(home.path)).toEqual([name]);
  });
});

describe("registries that misbehave", () => {
  const through = async (server: LocalServer, timeoutMs?: number) => {
    using home = workspace();
    writeNpmrc(home.path, `registry=${server.url}`);
    return await fetchRun(
      { pins: artifact.pins, source: FROM_REGISTRY, out: home.path },
      { home: home.path, timeoutMs },
    );
  };

  test("401 and 403 are told at once, 503 after three tries", async () => {
    for (const [status, tries] of [
      [401, 1],
      [403, 1],
      [503, 3],
    ] as const) {
      await using server = await httpServer((_, response) => response.writeHead(status).end("{}"));
      const { fault } = await through(server);
      expect(fault?.message).toContain(`got ${status}`);
      expect(server.requests).toHaveLength(tries);
    }
  });

  test("a page in HTML, JSON without a tarball and JSON that is no object are told", async () => {
    const bodies = [
      ["text/html", "<html>log in</html>", "expected JSON, got text/html"],
      ["application/json", '{"versions": {"1.0.0": {}}}', "expected dist.tarball, got none"],
      ["application/json", "null", "expected JSON"],
    ] as const;
    for (const [type, body, words] of bodies) {
      await using server = await httpServer((_, response) => {
        response.writeHead(200, { "content-type": type }).end(body);
      });
      const { fault, waits } = await through(server);
      expect(fault?.code).toBe("registry_answer_invalid");
      expect(fault?.message).toContain(words);
      expect(waits).toEqual([]);
    }
  });

  test("one that never answers, and one that answers for ever, end", async () => {
    await using silent = await rawServer(() => undefined);
    expect((await through(silent, 100)).fault?.code).toBe("timed_out");
    await using endless = await httpServer((_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(1 << 20, 0x20)));
        response.once("drain", more);
      };
      more();
    });
    expect((await through(endless)).fault?.code).toBe("limit_exceeded");
  });

  test("a tarball on npm's first home is asked of the configured registry, as npm does", async () => {
    const home = `${definitions.defaults.registry}@acme/code/-/code-1.0.0.tgz`;
    await using mirror = await httpServer((request, response) => {
      if (request.url?.endsWith(".tgz")) response.end(artifact.tgz);
      else response.end(JSON.stringify({ versions: { "1.0.0": { dist: { tarball: home } } } }));
    });
    expect((await through(mirror)).fault).toBeUndefined();
    expect(mirror.requests).toEqual(["GET /@acme%2fcode", "GET /@acme/code/-/code-1.0.0.tgz"]);
  });
});
