import { describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { artifactPaths, placeArtifact } from "../../src/mcode-tools/artifact/place.ts";
import { hostedEnvironment } from "../../src/mcode-tools/environment/activate.ts";
import { HOST_VARIABLES } from "../../src/mcode-tools/environment/names.ts";
import { goodArtifact } from "../support/artifact.ts";
import { finished } from "../support/finished.ts";
import { workspace } from "../support/workspace.ts";
import { hosting } from "./hosting.ts";

const run = promisify(execFile);
const CLIENT = resolve(import.meta.dirname, "lease-client.py");
const TOKEN = "host-held-token-0123456789";

async function askInPython(environment: Record<string, string | undefined>, ...words: string[]) {
  const env = { PATH: process.env.PATH, ...environment } as Record<string, string>;
  const { stdout } = await run("python3", [CLIENT, ...words], { env });
  return JSON.parse(stdout);
}

async function install(home: string): Promise<void> {
  const { cli, manifest, notices } = await goodArtifact();
  const content = { cli: Buffer.from(cli), manifest: Buffer.from(manifest), notices: Buffer.from(notices) };
  await placeArtifact(artifactPaths(join(home, "data/turnkit")), content, process.platform);
}

describe("an independent client in Python", () => {
  test("gets status, lease and unauthorized answers", async () => {
    using home = workspace();
    const tokens = ["first-token-0123", "second-token-0123"];
    const file = join(home.path, "token");
    writeFileSync(file, `${tokens[0]}\n`, { mode: 0o600 });
    await using h = await hosting({ home: home.path, settings: { auth: { file }, lease: true } });
    const { environment } = h.hosted;
    expect(await askInPython(environment, "status")).toMatchObject({
      version: 1,
      requestId: "py:1",
      ok: true,
      result: { method: "status", status: "authenticated", generation: 1 },
    });
    expect(await askInPython(environment, "lease", "1000")).toMatchObject({
      result: { accessToken: tokens[0], audience: "agent-backend", scopes: ["agent.default"], generation: 1 },
    });
    writeFileSync(file, `${tokens[1]}\n`);
    expect(await askInPython(environment, "unauthorized", "1")).toMatchObject({
      result: { action: "retry" },
    });
    expect(await askInPython(environment, "lease", "0")).toMatchObject({
      result: { accessToken: tokens[1] },
    });
    expect(await askInPython(environment, "unauthorized", "1")).toMatchObject({
      ok: false,
      error: { code: "AUTH_REQUIRED" },
    });
    expect(await askInPython(environment, "lease", "300001")).toMatchObject({
      error: { code: "INVALID_REQUEST" },
    });
    expect(await askInPython(environment, "status", "version=2")).toMatchObject({
      error: { code: "PROTOCOL_MISMATCH" },
    });
    expect(await askInPython(environment, "status", 'capability="guess"')).toMatchObject({
      error: { code: "CAPABILITY_REJECTED" },
    });
    expect(await askInPython(environment, "nonsense")).toMatchObject({ error: { code: "INVALID_REQUEST" } });
  });

  test("gets no lease without a verified artifact, and one with it, at once", async () => {
    using home = workspace();
    await using h = await hosting({
      home: home.path,
      settings: { auth: { env: "CONNECTOR_TOKEN" } },
      env: { CONNECTOR_TOKEN: TOKEN },
    });
    const lease = () => askInPython(h.hosted.environment, "lease", "0");
    expect(await lease()).toMatchObject({ error: { code: "AUTH_REQUIRED" } });
    await install(home.path);
    expect(await lease()).toMatchObject({ result: { accessToken: TOKEN } });
    const { cli } = artifactPaths(join(home.path, "data/turnkit"));
    writeFileSync(cli, `${readFileSync(cli, "utf8")}// changed\n`);
    expect(await lease()).toMatchObject({ error: { code: "AUTH_REQUIRED" } });
  });
});

describe("token sources", () => {
  const statusOf = async (home: string, auth: object) => {
    await using h = await hosting({ home, settings: { auth: auth as never, lease: true } });
    const lease = await askInPython(h.hosted.environment, "lease", "0");
    const status = await askInPython(h.hosted.environment, "status");
    return {
      token: lease.result?.accessToken,
      status: status.result.status,
      told: h.told.map(({ message }) => message),
    };
  };

  test("none and an unset variable are anonymous", async () => {
    using home = workspace();
    expect(await statusOf(home.path, { none: true })).toEqual({
      token: undefined,
      status: "anonymous",
      told: [],
    });
    expect(await statusOf(home.path, { env: "UNSET" })).toEqual({
      token: undefined,
      status: "anonymous",
      told: [],
    });
  });

  test("a file that others can read is refused, and said once without its content", async () => {
    using home = workspace({ token: TOKEN });
    const file = join(home.path, "token");
    chmodSync(file, 0o644);
    const open = await statusOf(home.path, { file });
    expect(open).toMatchObject({ token: undefined, status: "error" });
    expect(open.told).toHaveLength(1);
    expect(open.told[0]).toContain("expected mode 0600, got 0644");
    expect(open.told[0]).not.toContain(TOKEN);
    chmodSync(file, 0o600);
    expect(await statusOf(home.path, { file })).toMatchObject({ token: TOKEN, status: "authenticated" });
    writeFileSync(file, "two\nlines\n");
    expect(await statusOf(home.path, { file })).toMatchObject({ token: undefined, status: "error" });
    expect(await statusOf(home.path, { file: home.path })).toMatchObject({
      token: undefined,
      status: "error",
    });
  });

  test("a command's token is used, and fetched again when it has ended", async () => {
    using home = workspace({
      "token.sh":
        'echo x >> "$0.count"\nn=$(wc -l < "$0.count" | tr -d " ")\necho "{\\"accessToken\\": \\"command-token-$n\\", \\"expiresAtMs\\": $(($(date +%s) * 1000 + 2500))}"\n',
    });
    const command = ["sh", join(home.path, "token.sh")];
    await using h = await hosting({ home: home.path, settings: { auth: { command }, lease: true } });
    const lease = async () => (await askInPython(h.hosted.environment, "lease", "1000")).result?.accessToken;
    expect(await lease()).toBe("command-token-1");
    await Bun.sleep(1700);
    expect(await lease()).toBe("command-token-2");
  });

  test("a command that fails, hangs on nothing or prints nonsense is an error without its output", async () => {
    using home = workspace();
    for (const script of ["exit 3", `echo ${TOKEN}`, `echo '{"accessToken": 5}'`, "kill -9 $$"]) {
      const result = await statusOf(home.path, { command: ["sh", "-c", script] });
      expect(result).toMatchObject({ token: undefined, status: "error" });
      expect(result.told.join()).not.toContain(TOKEN);
    }
    expect(await statusOf(home.path, { command: ["/does/not/exist"] })).toMatchObject({ status: "error" });
  });
});

describe("the folder of a host", () => {
  test("is private, holds what the protocol names, and is gone after the end", async () => {
    using home = workspace();
    const h = await hosting({ home: home.path });
    const { environment, pathPrefix, folder = "" } = h.hosted;
    const endpoint = environment[HOST_VARIABLES.brokerEndpoint] ?? "";
    expect(endpoint).toBe(join(folder, "run/mcode-auth-lease-v1.sock"));
    expect(Buffer.byteLength(endpoint)).toBeLessThan(100);
    const modes = ["", "run", "bin"].map((name) => lstatSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700]);
    const capability = environment[HOST_VARIABLES.capabilityFile] ?? "";
    expect(readFileSync(capability, "utf8")).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
    expect(lstatSync(capability).mode & 0o777).toBe(0o600);
    expect(lstatSync(endpoint).mode & 0o777).toBe(0o600);
    expect(pathPrefix).toBe(join(folder, "bin"));
    expect(environment[HOST_VARIABLES.configDir]).toBe(join(home.path, "data/integrations/mcode-tools/en"));
    expect(lstatSync(environment[HOST_VARIABLES.configDir] ?? "").mode & 0o777).toBe(0o700);
    await h.hosted.close();
    await h.hosted.close();
    expect(existsSync(folder)).toBe(false);
  });

  test("j31, j32: a runtime dir that is too long for a socket is not used", async () => {
    using home = workspace();
    const long = join(home.path, "d".repeat(90));
    mkdirSync(long);
    await using h = await hosting({ home: home.path, env: { XDG_RUNTIME_DIR: long } });
    expect(h.hosted.readiness.category).toBe("ready");
    expect(h.hosted.folder).toStartWith("/tmp/");
    expect(readdirSync(long)).toEqual([]);
  });

  test.each([
    ["that others may write to", "mct-xdg-open", 0o777],
    ["whose name would be two entries of PATH", "mct-xdg:two", 0o700],
  ])("a runtime dir %s is not used", async (_, name, mode) => {
    using home = workspace();
    const runtime = `/tmp/${name}-${process.pid}`;
    mkdirSync(runtime);
    chmodSync(runtime, mode);
    try {
      await using h = await hosting({ home: home.path, env: { XDG_RUNTIME_DIR: runtime } });
      expect(h.hosted.readiness.category).toBe("ready");
      expect(h.hosted.folder).toStartWith("/tmp/turnkit-mcode-");
      expect(readdirSync(runtime)).toEqual([]);
    } finally {
      rmSync(runtime, { recursive: true });
    }
  });

  test.skipIf(process.getuid?.() !== 0)(
    "a runtime dir of another user is not used, as after su",
    async () => {
      using home = workspace();
      const runtime = `/tmp/mct-xdg-other-${process.pid}`;
      mkdirSync(runtime, { mode: 0o700 });
      chownSync(runtime, 65534, 65534);
      try {
        await using h = await hosting({ home: home.path, env: { XDG_RUNTIME_DIR: runtime } });
        expect(h.hosted.folder).toStartWith("/tmp/turnkit-mcode-");
      } finally {
        rmSync(runtime, { recursive: true });
      }
    },
  );

  test("stands under XDG_RUNTIME_DIR where that is short enough", async () => {
    using home = workspace();
    const runtime = "/tmp/mct-xdg";
    mkdirSync(runtime, { recursive: true, mode: 0o700 });
    {
      await using h = await hosting({ home: home.path, env: { XDG_RUNTIME_DIR: runtime } });
      expect(h.hosted.folder).toStartWith(`${runtime}/turnkit-mcode-`);
    }
    expect(readdirSync(runtime)).toEqual([]);
    rmSync(runtime, { recursive: true });
  });
});

test("an uncaught error ends the process and leaves no folder", async () => {
  using home = workspace();
  const runtime = `/tmp/mct-uncaught-${process.pid}`;
  mkdirSync(runtime, { mode: 0o700 });
  const root = resolve(import.meta.dirname, "../..");
  const script = home.file(
    "uncaught.ts",
    `import { processHost } from "${root}/src/cli/host.ts";
     import { startMcodeToolsHost } from "${root}/src/mcode-tools/host/start.ts";
     import { SecretMask } from "${root}/src/output/secrets.ts";
     const host = processHost({ compiled: false, script: "${root}/src/main.ts" });
     const settings = { servers: {}, auth: { none: true }, lease: false, region: "en", extraHeaders: {} } as const;
     const { folder } = await startMcodeToolsHost({
       host, dataDir: "${home.path}/data", enabled: true, settings, helperEnvironment: {}, mask: new SecretMask(),
       connectors: { tools: async () => [], run: () => Promise.reject() }, notify: () => undefined,
     });
     console.log(folder);
     setTimeout(() => { throw new Error("nobody catches this"); }, 10);`,
  );
  const child = Bun.spawn([process.execPath, script], {
    env: { PATH: process.env.PATH, HOME: home.path, XDG_RUNTIME_DIR: runtime },
    stdout: "pipe",
    stderr: "pipe",
  });
  const ran = await finished(child);
  expect(ran.stdout).toStartWith(`${runtime}/turnkit-mcode-`);
  expect(ran.stderr).toContain("nobody catches this");
  expect(ran.exitCode).toBe(1);
  expect(readdirSync(runtime)).toEqual([]);
  rmSync(runtime, { recursive: true });
});

describe("folders that killed hosts left", () => {
  const DEAD = JSON.stringify({ pid: 2 ** 22 - 1, started: "1" });

  /** A folder as a host leaves it, in a runtime dir of the test's own. */
  function leftover(base: string, name: string, owner: string | undefined): string {
    const folder = join(base, name);
    for (const sub of ["run", "bin"]) mkdirSync(join(folder, sub), { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, "run/mcode-auth-lease-v1.cap"), "x\n", { mode: 0o600 });
    writeFileSync(join(folder, "run/mcode-auth-lease-v1.sock"), "");
    if (owner !== undefined) writeFileSync(join(folder, "owner.json"), owner, { mode: 0o600 });
    return folder;
  }

  test("are swept at the next start, only where everything says that the owner is dead", async () => {
    using home = workspace();
    const base = "/tmp/mct-sweep";
    rmSync(base, { recursive: true, force: true });
    mkdirSync(base, { mode: 0o700 });
    const swept = leftover(base, "turnkit-mcode-aaaaaa", DEAD);
    const reused = leftover(
      base,
      "turnkit-mcode-bbbbbb",
      JSON.stringify({ pid: process.pid, started: "another" }),
    );
    const alive = leftover(base, "turnkit-mcode-cccccc", JSON.stringify({ pid: process.ppid, started: "" }));
    const unowned = leftover(base, "turnkit-mcode-dddddd", undefined);
    const garbage = leftover(base, "turnkit-mcode-eeeeee", "{");
    const open = leftover(base, "turnkit-mcode-ffffff", DEAD);
    chmodSync(open, 0o755);
    const named = leftover(base, "turnkit-mcode-toolong", DEAD);
    const target = leftover(base, "elsewhere", DEAD);
    symlinkSync(target, join(base, "turnkit-mcode-gggggg"));
    const foreign = leftover(base, "turnkit-mcode-hhhhhh", DEAD);
    writeFileSync(join(foreign, "precious"), "precious");
    const linking = leftover(base, "turnkit-mcode-iiiiii", DEAD);
    rmSync(join(linking, "run"), { recursive: true });
    symlinkSync(join(target, "run"), join(linking, "run"));
    await using h = await hosting({ home: home.path, env: { XDG_RUNTIME_DIR: base } });
    expect(existsSync(join(target, "run/mcode-auth-lease-v1.cap"))).toBe(true);
    expect(existsSync(swept)).toBe(false);
    expect(existsSync(reused)).toBe(false);
    for (const kept of [alive, unowned, garbage, open, named, target]) {
      expect(existsSync(join(kept, "run/mcode-auth-lease-v1.sock"))).toBe(true);
    }
    expect(readdirSync(foreign)).toEqual(["precious"]);
    expect(h.hosted.readiness.category).toBe("ready");
    await h.hosted.close();
    rmSync(base, { recursive: true });
  });
});

test("readiness says what is wrong, and a turn goes on without mcode-tools", async () => {
  using home = workspace();
  await using off = await hosting({ home: home.path, enabled: false });
  expect(off.hosted).toMatchObject({
    readiness: { category: "disabled" },
    environment: {},
    pathPrefix: undefined,
  });
  await install(home.path);
  writeFileSync(artifactPaths(join(home.path, "data/turnkit")).cli, "changed");
  await using changed = await hosting({ home: home.path });
  expect(changed.hosted.readiness.category).toBe("resource_unavailable");
  expect(changed.hosted.readiness.reason).toContain("expected SHA-256");
  expect(changed.told).toHaveLength(1);
  expect(changed.hosted.pathPrefix).toBeDefined();
  using blocked = workspace({ data: "a file where the data dir should be" });
  await using unavailable = await hosting({ home: blocked.path });
  expect(unavailable.hosted.readiness.category).toBe("host_unavailable");
  expect(unavailable.hosted.environment).toEqual({});
});

test("b21: the variable that holds the token reaches no child", async () => {
  using home = workspace();
  const env = { CONNECTOR_TOKEN: TOKEN, OTHER: "kept", PATH: process.env.PATH };
  await using h = await hosting({
    home: home.path,
    settings: { auth: { env: "CONNECTOR_TOKEN" }, lease: true },
    env,
  });
  const child = hostedEnvironment(env, h.hosted.environment, h.hosted.pathPrefix);
  const { stdout } = await run("env", [], { env: child as Record<string, string> });
  expect(stdout).not.toContain(TOKEN);
  expect(stdout).not.toContain("CONNECTOR_TOKEN");
  expect(stdout).toContain("OTHER=kept");
  expect(stdout).toContain(`PATH=${h.hosted.pathPrefix}:`);
});
