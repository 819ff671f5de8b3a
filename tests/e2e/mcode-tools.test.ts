import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { BINARY, startTurnkit, turnkit } from "../support/binary.ts";
import { CALL, exec, type Place, place, TOKEN } from "./mcode-tools-place.ts";

setDefaultTimeout(60_000);

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

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s reaches the command; its exit code counts; nothing is left",
    async (signal) => {
      using p = place();
      const child = await running(p, "trap 'exit 33' TERM INT HUP; READY; while :; do sleep 0.05; done");
      expect(readdirSync(p.runtime)).toHaveLength(1);
      child.kill(signal);
      expect(await child.exited).toBe(33);
      expect(readdirSync(p.runtime)).toEqual([]);
    },
  );

  test("under nohup the end of the terminal ends nothing", async () => {
    using p = place({});
    const ready = join(p.home.path, "ready");
    const words = ["lease", "exec", "--", "bash", "-c", `touch '${ready}'; sleep 0.5; exit 34`];
    const child = Bun.spawn(["nohup", BINARY, "--data-dir", p.data, ...words], {
      cwd: p.home.path,
      env: p.env,
      stdio: ["ignore", "ignore", "ignore"],
    });
    while (!existsSync(ready)) await Bun.sleep(20);
    child.kill("SIGHUP");
    expect(await child.exited).toBe(34);
    expect(readdirSync(p.runtime)).toEqual([]);
  });

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
