import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { finished } from "../support/finished.ts";
import { workspace } from "../support/workspace.ts";

const LAUNCHERS = resolve(import.meta.dirname, "../../launchers");
const PROGRAM_VARIABLE = "__MAVIS_MCODE_TOOLS_RUNTIME_EXECUTABLE";
const SHELLS = ["dash", "bash", "busybox"].filter((name) => Bun.which(name) !== null);

/** A program that shows what it was started with. */
const SHOWING = `#!/bin/sh
printf 'program=%s\\n' "$0"
for word in "$@"; do printf '[%s]' "$word"; done
printf '\\nbun=%s%s%s%s\\n' "$BUN_BE_BUN" "$BUN_OPTIONS" "$BUN_INSPECT" "$BUN_INSPECT_PRELOAD"
cat
exit 7
`;

interface Setup {
  readonly root: string;
  /** A folder with a launcher and no program. */
  readonly launcher: string;
  program(folder: string): string;
}

function setup(root: string): Setup {
  const folder = join(root, "a (b & c) 'd' \"e\"");
  mkdirSync(folder, { recursive: true });
  const launcher = join(folder, "mcode-tools");
  copyFileSync(join(LAUNCHERS, "mcode-tools"), launcher);
  chmodSync(launcher, 0o755);
  return {
    root,
    launcher,
    program(below) {
      mkdirSync(join(root, below), { recursive: true });
      const path = join(root, below, "turnkit");
      writeFileSync(path, SHOWING);
      chmodSync(path, 0o755);
      return path;
    },
  };
}

async function start(command: readonly string[], env: Record<string, string>, cwd?: string, stdin = "") {
  const child = Bun.spawn([...command], {
    env: { PATH: "/usr/bin:/bin", ...env },
    cwd,
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  return finished(child);
}

function shellCommand(shell: string, script: string): string[] {
  return shell.endsWith("busybox") ? [shell, "sh", script] : [shell, script];
}

describe.each(SHELLS)("the sh launcher under %s", (shell) => {
  test("passes every argument, stdin, stdout and the exit code untouched", async () => {
    using folder = workspace();
    const { launcher, program } = setup(folder.path);
    const words = [
      "two words",
      "",
      "%PATH%",
      "!x!",
      "*",
      "a\"b'c",
      "$HOME `id`",
      "中文",
      "\\",
      "-n",
      "--",
      "line\nline",
    ];
    const ran = await start(
      [...shellCommand(shell, launcher), ...words],
      { [PROGRAM_VARIABLE]: program("x") },
      undefined,
      "in",
    );
    expect(ran.stdout).toContain(`[mcode-tools]${words.map((word) => `[${word}]`).join("")}\n`);
    expect(ran.stdout).toEndWith("bun=\nin");
    expect(ran.exitCode).toBe(7);
  });

  test("takes Bun's switches out of the environment", async () => {
    using folder = workspace();
    const { launcher, program } = setup(folder.path);
    const bun = { BUN_BE_BUN: "1", BUN_OPTIONS: "--preload x", BUN_INSPECT: "1", BUN_INSPECT_PRELOAD: "x" };
    const ran = await start(shellCommand(shell, launcher), { ...bun, [PROGRAM_VARIABLE]: program("x") });
    expect(ran.stdout).toContain("bun=\n");
  });

  test("finds the program by the variable, else beside itself, else on PATH", async () => {
    using folder = workspace();
    const { root, launcher, program } = setup(folder.path);
    const onPath = program("on path");
    const path = `relative:.::${join(root, "missing")}:${join(root, "on path")}`;
    const command = shellCommand(shell, launcher);
    const run = async (env: Record<string, string>) => {
      const { stdout } = await start(command, { PATH: `${path}:/usr/bin:/bin`, ...env }, root);
      return stdout.split("\n", 1)[0];
    };
    expect(await run({})).toBe(`program=${onPath}`);
    expect(await run({ [PROGRAM_VARIABLE]: "/does/not/exist" })).toBe(`program=${onPath}`);
    const beside = join(launcher, "../turnkit");
    copyFileSync(onPath, beside);
    chmodSync(beside, 0o755);
    expect(await run({})).toBe(`program=${beside}`);
    const named = program("named");
    expect(await run({ [PROGRAM_VARIABLE]: named })).toBe(`program=${named}`);
  });

  test("never starts a program of the current folder", async () => {
    using folder = workspace();
    const { launcher, program } = setup(folder.path);
    program("here");
    const env = { PATH: `.:bin::/usr/bin:/bin`, [PROGRAM_VARIABLE]: "turnkit" };
    const ran = await start(shellCommand(shell, launcher), env, join(folder.path, "here"));
    expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
    expect(ran.stderr).toBe("error: turnkit is not found: not beside mcode-tools, not on PATH\n");
  });

  test("j27, j28: finds its real folder through links, relative ones and two levels, without readlink -f", async () => {
    using folder = workspace();
    const { root, launcher, program } = setup(folder.path);
    const beside = join(launcher, "../turnkit");
    copyFileSync(program("x"), beside);
    chmodSync(beside, 0o755);
    mkdirSync(join(root, "links/deep er"), { recursive: true });
    symlinkSync(launcher, join(root, "links/absolute"));
    symlinkSync("../absolute", join(root, "links/deep er/relative"));
    symlinkSync("deep er/relative", join(root, "links/twice"));
    // A readlink as some systems have it.
    mkdirSync(join(root, "tools"));
    writeFileSync(
      join(root, "tools/readlink"),
      '#!/bin/sh\n[ "$1" = -f ] && exit 1\nexec /usr/bin/readlink "$@"\n',
    );
    chmodSync(join(root, "tools/readlink"), 0o755);
    for (const link of ["absolute", "deep er/relative", "twice"]) {
      const env = { PATH: `${join(root, "tools")}:/usr/bin:/bin` };
      const ran = await start(shellCommand(shell, join(root, "links", link)), env);
      expect(ran.stdout.split("\n", 1)[0]).toBe(`program=${beside}`);
      const relative = await start(shellCommand(shell, link), env, join(root, "links"));
      expect(relative.stdout.split("\n", 1)[0]).toBe(`program=${beside}`);
    }
  });
});

describe.each(SHELLS)("in an odd environment, under %s,", (shell) => {
  test("CDPATH leads to no other folder", async () => {
    using folder = workspace();
    const { root, launcher, program } = setup(folder.path);
    const beside = join(launcher, "../turnkit");
    copyFileSync(program("x"), beside);
    mkdirSync(join(root, "other/a (b & c) 'd' \"e\""), { recursive: true });
    const relative = launcher.slice(root.length + 1);
    const ran = await start(shellCommand(shell, relative), { CDPATH: join(root, "other") }, root);
    expect(ran.stdout.split("\n", 1)[0]).toBe(`program=${beside}`);
  });

  test("a readlink that PATH begins with is not run", async () => {
    using folder = workspace({ "bin/readlink": "#!/bin/sh\n: > ran\n" });
    const { root, launcher, program } = setup(folder.path);
    copyFileSync(program("x"), join(launcher, "../turnkit"));
    chmodSync(join(folder.path, "bin/readlink"), 0o755);
    symlinkSync(launcher, join(root, "link"));
    const PATH = `${join(folder.path, "bin")}:${process.env.PATH}`;
    const ran = await start(shellCommand(shell, join(root, "link")), { PATH }, folder.path);
    expect(ran.stdout.split("\n", 1)[0]).toBe(`program=${join(launcher, "../turnkit")}`);
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });

  test("a link that cannot be followed starts nothing of the folder it stands in", async () => {
    using folder = workspace();
    const { root, launcher, program } = setup(folder.path);
    program("here");
    symlinkSync(launcher, join(root, "here/link"));
    const path = Bun.which(shell) ?? "";
    const ran = await start(shellCommand(path, "link"), { PATH: "/does/not/exist" }, join(root, "here"));
    expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
    expect(ran.stderr).toBe("error: turnkit is not found: not beside mcode-tools, not on PATH\n");
  });

  test("j8: a launcher that is named as the program does not start itself", async () => {
    using folder = workspace();
    const { launcher } = setup(folder.path);
    const ran = await start(shellCommand(shell, launcher), { [PROGRAM_VARIABLE]: launcher });
    expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
  });
});

test("the launcher becomes the program: a signal reaches it", async () => {
  using folder = workspace();
  const { root, launcher } = setup(folder.path);
  const path = join(root, "turnkit");
  writeFileSync(
    path,
    `#!/bin/sh\ntrap 'echo caught; exit 9' TERM\necho ready\nwhile :; do sleep 0.02; done\n`,
  );
  chmodSync(path, 0o755);
  const child = Bun.spawn([launcher], {
    env: { PATH: "/usr/bin:/bin", [PROGRAM_VARIABLE]: path },
    stdout: "pipe",
  });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let output = "";
  while (!output.includes("ready")) output += decoder.decode((await reader.read()).value);
  child.kill("SIGTERM");
  for (let part = await reader.read(); !part.done; part = await reader.read())
    output += decoder.decode(part.value);
  expect(output).toContain("caught");
  expect(await child.exited).toBe(9);
});

test("j29: sh and ps1 have LF ends, cmd has CRLF ends", () => {
  const text = (name: string) => readFileSync(join(LAUNCHERS, name), "utf8");
  expect(text("mcode-tools")).not.toContain("\r");
  expect(text("mcode-tools.ps1")).not.toContain("\r");
  expect(text("mcode-tools.cmd").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(existsSync(join(LAUNCHERS, "../.gitattributes"))).toBe(true);
});

test("j22, j23: the cmd launcher quotes every path it holds and clears Bun's switches", () => {
  const text = readFileSync(join(LAUNCHERS, "mcode-tools.cmd"), "utf8");
  expect(text).toContain('set "launcher_candidate=%~dp0turnkit.exe"');
  expect(text).toContain('"%launcher_program%" mcode-tools %*');
  for (const name of ["BUN_BE_BUN", "BUN_OPTIONS", "BUN_INSPECT", "BUN_INSPECT_PRELOAD"]) {
    expect(text).toContain(`set "${name}="`);
  }
});
