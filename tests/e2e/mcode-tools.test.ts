import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { artifactPaths } from "../../src/mcode-tools/artifact/place.ts";
import { goodArtifact, pinFlags } from "../support/artifact.ts";
import { BINARY, startTurnkit, turnkit } from "../support/binary.ts";
import { EVERYTHING, realServer } from "../support/mcp.ts";
import { type Registry, startRegistry, writeNpmrc } from "../support/services.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const TOKEN = "end-to-end-token-0123456789";

/** A data dir with one real connector server and a token, and a runtime dir of the test's own. */
interface Place extends Disposable {
  readonly home: Workspace;
  readonly data: string;
  readonly runtime: string;
  readonly env: Record<string, string>;
}

let runtimes = 0;

const { command, args } = realServer("everything", EVERYTHING);
const EVERYTHING_SERVER = { command, args };

setDefaultTimeout(60_000);

function place(servers: Record<string, object> = { everything: EVERYTHING_SERVER }): Place {
  const home = workspace();
  const data = join(home.path, "data");
  const runtime = `/tmp/mct-e2e-${process.pid}-${++runtimes}`;
  mkdirSync(runtime, { mode: 0o700 });
  const connectors = { auth: { env: "CONNECTOR_TOKEN" }, servers };
  home.file("data/config.yaml", `connectors: ${JSON.stringify(connectors)}\n`);
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home.path,
    XDG_RUNTIME_DIR: runtime,
    CONNECTOR_TOKEN: TOKEN,
  };
  return {
    home,
    data,
    runtime,
    env,
    [Symbol.dispose]() {
      rmSync(runtime, { recursive: true, force: true });
      home[Symbol.dispose]();
    },
  };
}

/** `lease exec` around one line of bash. */
function exec(p: Place, line: string, flags: readonly string[] = []) {
  return turnkit(["--data-dir", p.data, "lease", "exec", ...flags, "--", "bash", "-c", line], {
    cwd: p.home.path,
    env: p.env,
  });
}

const CALL = `mcode-tools connector call connector__everything__echo --args '{"message": "hi"}'`;

test("lease exec: tools are found and called; the exit code is the command's; nothing is left", async () => {
  using p = place();
  const ran = await exec(p, `mcode-tools connector tools --keyword echo && ${CALL}; exit 7`);
  expect(ran).toMatchObject({ stderr: "", exitCode: 7 });
  expect(ran.stdout).toContain('"tool_name": "connector__everything__echo"');
  expect(ran.stdout).toContain('"text": "Echo: hi"');
  expect(readdirSync(p.runtime)).toEqual([]);
});

test("lease exec: rules and modes hold for the command's calls", async () => {
  using p = place();
  const denied = await exec(p, CALL, ["--deny", "connector__everything__*"]);
  expect(denied).toMatchObject({ stdout: "", exitCode: 1 });
  expect(denied.stderr).toStartWith("error: PERMISSION_DENIED: ");
  const readOnly = await exec(p, CALL, ["--permission", "read-only"]);
  expect(readOnly.stderr).toStartWith("error: PERMISSION_DENIED: ");
  const allowed = await exec(p, CALL, [
    "--permission",
    "read-only",
    "--allow",
    "connector__everything__echo",
  ]);
  expect(allowed).toMatchObject({ stderr: "", exitCode: 0 });
  expect((await exec(p, "true", ["--permission", "everything"])).exitCode).toBe(2);
});

test("lease env and status work inside and are exit 2 outside; an unknown command is exit 2", async () => {
  using p = place();
  const inside = await exec(p, `'${BINARY}' lease env && '${BINARY}' lease status --json`);
  expect(inside.exitCode).toBe(0);
  expect(inside.stdout).toContain("__MAVIS_MCODE_TOOLS_BROKER_ENDPOINT=");
  expect(inside.stdout).toContain('"status": "authenticated"');
  expect(inside.stdout).not.toContain(TOKEN);
  for (const verb of ["env", "status"]) {
    const outside = await turnkit(["lease", verb], { env: p.env });
    expect(outside).toMatchObject({ stdout: "", exitCode: 2 });
    expect(outside.stderr).toContain("This is no lease environment");
  }
  const unknown = await turnkit(["--data-dir", p.data, "lease", "exec", "--", "no-such-command"], {
    env: p.env,
  });
  expect(unknown).toMatchObject({ stdout: "", exitCode: 2 });
  expect(readdirSync(p.runtime)).toEqual([]);
});

test("the token is in no child's environment, arguments or memory of the connector CLI", async () => {
  using p = place();
  const line =
    "tr '\\0' '\\n' < /proc/self/environ; cat /proc/$$/cmdline; env; mcode-tools auth status; cat \"$__MAVIS_MCODE_TOOLS_BROKER_CAPABILITY_FILE\"";
  const ran = await exec(p, line);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toContain('"status": "authenticated"');
  expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
  expect(ran.stdout).not.toContain("CONNECTOR_TOKEN");
  // The capability that the child shows is of no use elsewhere and not the token.
  const strings = await exec(
    p,
    `grep -c '${TOKEN.slice(0, 12)}' "$(command -v mcode-tools)" "$__MAVIS_MCODE_TOOLS_RUNTIME_EXECUTABLE"`,
  );
  expect(strings.stdout.split("\n").filter((text) => /:[1-9]/.test(text))).toEqual([]);
});

describe("the end of a host", () => {
  /** Starts `lease exec` and waits until its command runs. */
  async function running(p: Place, line: string) {
    const ready = join(p.home.path, "ready");
    const words = [
      "--data-dir",
      p.data,
      "lease",
      "exec",
      "--",
      "bash",
      "-c",
      line.replace("READY", `touch '${ready}'`),
    ];
    const child = startTurnkit(words, { cwd: p.home.path, env: p.env });
    while (!existsSync(ready)) await Bun.sleep(20);
    return child;
  }

  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s reaches the command; its exit code counts; nothing is left",
    async (signal) => {
      using p = place();
      const child = await running(p, "trap 'exit 33' TERM INT; READY; while :; do sleep 0.05; done");
      expect(readdirSync(p.runtime)).toHaveLength(1);
      child.kill(signal);
      expect(await child.exited).toBe(33);
      expect(readdirSync(p.runtime)).toEqual([]);
    },
  );

  test("a second signal ends a host whose command does not listen, and nothing is left", async () => {
    using p = place({});
    const child = await running(p, "echo $$ > child; trap '' TERM; READY; while :; do sleep 0.05; done");
    child.kill("SIGTERM");
    await Bun.sleep(200);
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    expect(await child.exited).toBe(143);
    process.kill(Number(readFileSync(join(p.home.path, "child"), "utf8")), "SIGKILL");
    expect(readdirSync(p.runtime)).toEqual([]);
  });

  test("a command that a signal ends gives 128 + its number", async () => {
    using p = place();
    expect((await exec(p, "kill -KILL $$")).exitCode).toBe(137);
    expect(readdirSync(p.runtime)).toEqual([]);
  });

  test("SIGKILL leaves a folder, and the next start sweeps it", async () => {
    using p = place();
    const child = await running(p, "sleep 30 & echo $! > child; READY; wait");
    child.kill("SIGKILL");
    await child.exited;
    process.kill(Number(readFileSync(join(p.home.path, "child"), "utf8")));
    expect(readdirSync(p.runtime)).toHaveLength(1);
    expect(await exec(p, CALL)).toMatchObject({ stderr: "", exitCode: 0 });
    expect(readdirSync(p.runtime)).toEqual([]);
  });
});

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

test.if(isRoot)(
  "another user can neither connect nor read the capability, and a planted folder is left alone",
  async () => {
    using p = place();
    chmodSync(p.runtime, 0o777);
    const planted = join(p.runtime, "turnkit-mcode-plante");
    mkdirSync(join(planted, "run"), { recursive: true, mode: 0o700 });
    writeFileSync(join(planted, "owner.json"), JSON.stringify({ pid: 2 ** 22 - 1, started: "1" }), {
      mode: 0o600,
    });
    for (const path of [planted, join(planted, "run"), join(planted, "owner.json")])
      chownSync(path, NOBODY, NOBODY);
    const probe = join(p.home.path, "probe.py");
    writeFileSync(
      probe,
      [
        "import os, socket, sys",
        "results = []",
        "for act in (lambda: socket.socket(socket.AF_UNIX).connect(sys.argv[1]), lambda: open(sys.argv[2])):",
        "    try:",
        "        act(); results.append('reached')",
        "    except OSError as error: results.append(type(error).__name__)",
        "print(*results)",
      ].join("\n"),
    );
    const as = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups /usr/bin/env python3 -`;
    const socket = '"$__MAVIS_MCODE_TOOLS_BROKER_ENDPOINT" "$__MAVIS_MCODE_TOOLS_BROKER_CAPABILITY_FILE"';
    const env = { ...p.env, PATH: "/usr/bin:/bin" };
    const words = ["--data-dir", p.data, "lease", "exec", "--", "bash", "-c", `${as} ${socket} < '${probe}'`];
    const ran = await turnkit(words, { cwd: p.home.path, env });
    expect(ran.stdout).toBe("PermissionError PermissionError\n");
    expect(readdirSync(p.runtime)).toEqual(["turnkit-mcode-plante"]);
    expect(readdirSync(planted).sort()).toEqual(["owner.json", "run"]);
  },
);

test.if(isRoot && process.platform === "linux")(
  "b21: a child cannot read the token from turnkit's own entries",
  async () => {
    using p = place({});
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, p.home.path, p.runtime]);
    const line = 'cat "/proc/$PPID/environ"; cat "/proc/$PPID/mem"; env; echo end';
    const words = [BINARY, "--data-dir", p.data, "lease", "exec", "--", "bash", "-c", line];
    const as = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", ...words];
    const child = Bun.spawn(as, { cwd: p.home.path, env: p.env, stdout: "pipe", stderr: "pipe" });
    const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text());
    expect(output).toContain("end\n");
    expect(output).toContain("Permission denied");
    expect(output).not.toContain(TOKEN);
  },
);

describe("the fetched program", () => {
  let registry: Registry;
  const SHOWING = `
const kept = Object.entries(process.env).filter(([name]) => /^(MCODE|__MAVIS|IS_SANDBOX|BUN_|M[A-Z]+_DATA_DIR)/i.test(name));
console.log(JSON.stringify({ argv: process.argv.slice(1), env: Object.fromEntries(kept) }));
if (process.argv.includes("--fail")) process.exitCode = 5;
if (process.argv.includes("--later")) setTimeout(() => process.exit(6), 50);
`;

  beforeAll(async () => {
    registry = await startRegistry();
  }, 60_000);
  afterAll(() => registry[Symbol.asyncDispose]());

  test("is fetched from a registry, verified, and run with its own words and a clean environment", async () => {
    using p = place();
    const artifact = await goodArtifact(SHOWING);
    await registry.publish("@acme/code", "1.0.0", artifact.tgz);
    writeNpmrc(p.home.path, `registry=${registry.url}`);
    const fetched = await turnkit(
      ["--data-dir", p.data, "fetch-mcode-tools", ...pinFlags(artifact.pins), "--json"],
      {
        env: p.env,
      },
    );
    expect(fetched).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(fetched.stdout)).toMatchObject({
      schemaVersion: 1,
      toolsVersion: "9.9.9",
      fromCache: false,
    });

    const hostile =
      "export mcode_auth_base_url=http://evil MCODE_API_BASE_URL=x Is_Sandbox=1 MINIMAX_DATA_DIR=/x;";
    const ran = await exec(p, `${hostile} mcode-tools --version 'two words' '' '*' --help`);
    expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
    const shown = JSON.parse(ran.stdout);
    const { cli } = artifactPaths(join(p.data, "turnkit"));
    expect(shown.argv).toEqual([cli, "--version", "two words", "", "*", "--help"]);
    expect(Object.keys(shown.env).sort()).toEqual([
      "MCODE_AUTH_BROKER_CAPABILITY_FILE",
      "MCODE_AUTH_BROKER_ENDPOINT",
      "MCODE_AUTH_PROVIDER",
      "MCODE_CONFIG_DIR",
      "MCODE_REGION",
    ]);
    expect(shown.env).toMatchObject({
      MCODE_AUTH_PROVIDER: "shared-broker",
      MCODE_CONFIG_DIR: join(p.data, "integrations/mcode-tools/en"),
      MCODE_REGION: "en",
    });
    expect((await exec(p, "mcode-tools --fail")).exitCode).toBe(5);
    expect((await exec(p, "mcode-tools --later")).exitCode).toBe(6);
  });

  test("changed after the fetch it is not run: the built-in connector is, and the reason is said once", async () => {
    using p = place();
    const artifact = await goodArtifact(SHOWING);
    const tgz = p.home.file("a.tgz", artifact.tgz);
    const args = ["--data-dir", p.data, "fetch-mcode-tools", "--from-file", tgz, ...pinFlags(artifact.pins)];
    expect((await turnkit(args, { env: p.env })).exitCode).toBe(0);
    writeFileSync(artifactPaths(join(p.data, "turnkit")).cli, "console.log('evil')\n");
    const ran = await exec(p, `${CALL}; ${CALL}`);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout.match(/Echo: hi/g)).toHaveLength(2);
    expect(ran.stdout).not.toContain("evil");
    expect(ran.stderr.match(/expected SHA-256/g)).toHaveLength(1);
  });

  test("j1, j2: a hostile folder has no effect on it", async () => {
    // The server would be a Bun of its own that reads these files.
    using p = place({});
    const artifact = await goodArtifact(SHOWING);
    const tgz = p.home.file("a.tgz", artifact.tgz);
    const args = ["--data-dir", p.data, "fetch-mcode-tools", "--from-file", tgz, ...pinFlags(artifact.pins)];
    await turnkit(args, { env: p.env });
    const evil = 'require("node:fs").writeFileSync(require("node:path").join(__dirname, "MARKER"), "ran");';
    for (const [name, text] of Object.entries({
      "bunfig.toml": 'preload = ["./evil.js"]\n',
      "evil.js": evil,
      ".env": "MCODE_API_BASE_URL=http://evil\n",
      "package.json": '{"type": "commonjs"}',
    })) {
      p.home.file(name, text);
    }
    const bun = "export BUN_BE_BUN=1 BUN_OPTIONS='--preload ./evil.js'; ";
    const ran = await exec(p, `${bun} mcode-tools x`);
    expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(ran.stdout).env.MCODE_API_BASE_URL).toBeUndefined();
    expect(existsSync(join(p.home.path, "MARKER"))).toBe(false);
  });
});

test("standalone: the CLI connects by itself, with global flags before its name", async () => {
  using p = place();
  const words = ["--data-dir", p.data, "mcode-tools", "connector", "call", "connector__everything__echo"];
  const ran = await turnkit([...words, "--args", '{"message": "alone"}'], { cwd: p.home.path, env: p.env });
  expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
  expect(ran.stdout).toContain("Echo: alone");
  const status = await turnkit(["--data-dir", p.data, "mcode-tools", "auth", "status"], { env: p.env });
  expect(JSON.parse(status.stdout)).toMatchObject({ auth_mode: "env", status: "authenticated" });
  const help = await turnkit(["mcode-tools", "--help"], { env: p.env });
  expect(help.stdout).toContain("mcode-tools connector call NAME");
  const wrong = await turnkit(["mcode-tools", "connector", "list"], { env: p.env });
  expect(wrong).toMatchObject({ stdout: "", exitCode: 2 });
  expect(wrong.stderr).toStartWith("error: USAGE: ");
});

test("i16: killed in the middle of placing, the next fetch leaves one whole artifact", async () => {
  using p = place();
  const artifact = await goodArtifact();
  const tgz = p.home.file("a.tgz", artifact.tgz);
  const args = ["--data-dir", p.data, "fetch-mcode-tools", "--from-file", tgz, ...pinFlags(artifact.pins)];
  for (let delay = 0; delay < 60; delay += 6) {
    const child = startTurnkit(args, { env: p.env });
    await Bun.sleep(delay);
    child.kill("SIGKILL");
    await child.exited;
  }
  expect((await turnkit(args, { env: p.env })).exitCode).toBe(0);
  const { parent, folder } = artifactPaths(join(p.data, "turnkit"));
  expect(readdirSync(parent).sort()).toEqual(["MCODE_TOOLS_NOTICES.md", "mcode-tools"]);
  expect(readdirSync(folder).sort()).toEqual(["cli.mjs", "manifest.json"]);
  expect(execFileSync("cat", [join(folder, "cli.mjs")]).toString()).toBe(artifact.cli);
});

describe("from a turn's bash", () => {
  /** One step with one bash command; the document of the turn. */
  async function turn(p: Place, command: string, flags: readonly string[]) {
    const script = p.home.file(
      "turn.json",
      JSON.stringify({ steps: [{ calls: [{ tool: "bash", args: { command } }] }] }),
    );
    const words = ["--data-dir", p.data, "run-turn", "--script", script, "--format", "json", ...flags];
    const ran = await turnkit(words, { cwd: p.home.path, env: p.env });
    const document = JSON.parse(ran.stdout) as {
      sessionId: string;
      calls: { text: string; isError: boolean }[];
    };
    const session = join(p.data, "turnkit/sessions", document.sessionId);
    return {
      ...ran,
      call: document.calls[0],
      transcript: readFileSync(join(session, "transcript.jsonl"), "utf8"),
    };
  }

  test("a connector tool is found and called, and is one line of the transcript", async () => {
    using p = place();
    const { call, transcript } = await turn(p, `mcode-tools connector tools --keyword echo && ${CALL}; env`, [
      "--permission",
      "full",
    ]);
    expect(call?.text).toContain('"tool_name": "connector__everything__echo"');
    expect(call?.text).toContain("Echo: hi");
    expect(call?.text).not.toContain(TOKEN);
    const lines = transcript
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ type }) => type === "connector")).toMatchObject([
      { tool: "connector__everything__echo", args: { message: "hi" }, isError: false },
    ]);
    expect(transcript).not.toContain(TOKEN);
    expect(readdirSync(p.runtime)).toEqual([]);
  });

  test("a deny rule by the connector's name holds for it", async () => {
    using p = place();
    const flags = ["--permission", "full", "--deny", "connector__everything__*"];
    const { call } = await turn(p, CALL, flags);
    expect(call?.isError).toBe(true);
    expect(call?.text).toContain("error: PERMISSION_DENIED: ");
  });

  test("an explore agent has no connectors", async () => {
    using p = place();
    const { call } = await turn(p, "mcode-tools connector tools", [
      "--permission",
      "full",
      "--role",
      "explore",
    ]);
    expect(call?.text.trim()).toBe("[]");
  });
});
