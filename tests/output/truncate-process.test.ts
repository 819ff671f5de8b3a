import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { underPty } from "../support/pty.ts";
import { SOURCE_COMMAND } from "../support/source.ts";
import { workspace } from "../support/workspace.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const TRUNCATE = [...SOURCE_COMMAND, "truncate"];
const MIB = 1024 * 1024;

/** A line for bash, with `$T` as `turnkit truncate`. */
async function inBash(script: string, cwd: string) {
  const quoted = TRUNCATE.map((word) => `'${word}'`).join(" ");
  const child = Bun.spawn(["bash", "-c", `T() { ${quoted} "$@"; }\n${script}`], {
    cwd,
    env: { PATH: process.env.PATH, HOME: "/nonexistent" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

/** Started with an open stdin; ends with its exit code, or undefined when a signal ended it. */
function startStoring(cwd: string, ...files: string[]) {
  const [command = "", ...args] = [...TRUNCATE, ...files, "--artifact-dir", "kept"];
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: "/nonexistent" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  // A killed child leaves what was written to it unread.
  child.stdin.on("error", () => {});
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const ended = new Promise<{ exitCode: number | null; stdout: string }>((resolve) => {
    child.on("close", (exitCode) => resolve({ exitCode, stdout }));
  });
  return { child, stdin: child.stdin, ended };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5);
}

const temporaries = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".tmp")) : [];

describe("turnkit truncate as a process", () => {
  test("kill -9 at 20 moments of storing never leaves a part under a final name", async () => {
    using folder = workspace();
    const kept = join(folder.path, "kept");
    const block = Buffer.alloc(MIB, "a line that fills the disk\n");
    for (let round = 0; round < 20; round++) {
      const before = temporaries(kept).length;
      const { child, stdin, ended } = startStoring(folder.path);
      stdin.write(block);
      // Half of the kills come while bytes arrive, half around the end of the input, when the name is given.
      if (round % 2 === 0) await until(() => temporaries(kept).length > before);
      else {
        for (let more = 0; more < 8; more++) stdin.write(block);
        stdin.end();
        await until(() => temporaries(kept).length > before || child.exitCode !== null);
        await Bun.sleep(round);
      }
      child.kill("SIGKILL");
      await ended;
      for (const name of existsSync(kept) ? readdirSync(kept) : []) {
        if (name.endsWith(".tmp")) continue;
        const hash = createHash("sha256")
          .update(readFileSync(join(kept, name)))
          .digest("hex");
        expect(name.endsWith(`-${hash}.txt`)).toBe(true);
      }
    }
  });

  test("SIGINT while a large file is stored leaves nothing behind", async () => {
    using folder = workspace();
    truncateSync(folder.file("zeros", ""), 3 * 1024 * MIB);
    const { child, ended } = startStoring(folder.path, "zeros");
    await until(() => temporaries(join(folder.path, "kept")).length > 0);
    child.kill("SIGINT");
    expect(await ended).toEqual({ exitCode: 130, stdout: "" });
    expect(readdirSync(folder.path)).toEqual(["zeros"]);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s while storing leaves nothing behind", async (signal) => {
    using folder = workspace();
    const { child, stdin, ended } = startStoring(folder.path);
    stdin.write(Buffer.alloc(MIB, "x\n"));
    await until(() => temporaries(join(folder.path, "kept")).length > 0);
    child.kill(signal);
    expect(await ended).toEqual({ exitCode: signal === "SIGINT" ? 130 : 143, stdout: "" });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("SIGINT ends it although the pipe it reads stays open and silent", async () => {
    using folder = workspace();
    Bun.spawnSync(["mkfifo", "held"], { cwd: folder.path });
    const held = openSync(join(folder.path, "held"), "r+");
    const child = Bun.spawn([...TRUNCATE, "--artifact-dir", "kept"], { cwd: folder.path, stdin: held });
    writeSync(held, Buffer.alloc(MIB, "x\n"));
    await until(() => temporaries(join(folder.path, "kept")).length > 0);
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    closeSync(held);
    expect(readdirSync(folder.path)).toEqual(["held"]);
  });

  test("a full disk: head and tail all the same, the failure told once, exit 1, no rest", async () => {
    using folder = workspace();
    const script = `trap '' XFSZ; ulimit -f 256; seq 1 200000 | T --artifact-dir kept; echo "exit $?"; ls -A kept`;
    const { stdout, stderr } = await inBash(script, folder.path);
    expect(stderr).toMatch(
      /^error: Cannot store the whole output[^\n]* \([^\n]*kept\)\nhint: [^\n]*--artifact-dir[^\n]*\n$/,
    );
    expect(stdout).toStartWith("1\n2\n");
    expect(stdout).toContain("The whole output: 200000 lines, 1288895 bytes; it could not be stored]");
    expect(stdout).toEndWith("\n200000\nexit 1\n");
  });

  test("a full disk with the gate budget: the preview of 2 KiB", async () => {
    using folder = workspace();
    const script = "trap '' XFSZ; ulimit -f 256; seq 1 200000 | T --gate budget --artifact-dir kept";
    const { stdout, stderr, exitCode } = await inBash(script, folder.path);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(2048);
    expect(stdout).toContain("it could not be stored");
    expect(stderr.trimEnd().split("\n")).toHaveLength(2);
    expect(exitCode).toBe(1);
  });

  test("a folder that cannot be made is told once", async () => {
    using folder = workspace({ taken: "a file" });
    const { stdout, stderr, exitCode } = await inBash("seq 1 20000 | T --artifact-dir taken", folder.path);
    expect(stderr).toMatch(/^error: .*taken.*\nhint: .*\n$/);
    expect(stdout).toContain("it could not be stored");
    expect(exitCode).toBe(1);
  });

  test("what is whole needs no file: a folder that cannot be made is then no failure", async () => {
    using folder = workspace({ taken: "a file" });
    // Colours make the input longer than what waits in memory; what is left of it fits the limit.
    const script =
      "yes $'\\e[31m\\e[0m' | head -c 200000 | tr -d '\\n' | T --strip-ansi --artifact-dir taken; echo $?";
    expect(await inBash(script, folder.path)).toEqual({ stdout: "0\n", stderr: "", exitCode: 0 });
  });

  test("a named pipe is refused at once and not read; the pipe of <(…) is read", async () => {
    using folder = workspace();
    const script = "mkfifo pipe; T pipe; echo $?; (echo kept > pipe) & cat pipe; T <(echo substituted)";
    const { stdout, stderr } = await inBash(script, folder.path);
    expect(stdout).toBe("2\nkept\nsubstituted\n");
    expect(stderr).toBe(
      'error: Cannot read "pipe": it is a named pipe\nhint: read it through stdin: turnkit truncate < pipe\n',
    );
  });

  test.each([[], ["--artifact-dir", "kept"]])(
    "one Ctrl-D ends what is typed to it (%p)",
    async (...flags) => {
      using folder = workspace();
      using typed = underPty([...TRUNCATE, "-", ...flags], { cwd: folder.path });
      typed.press("typed\n");
      await typed.see("typed");
      typed.press("\x04");
      expect(await typed.exited).toBe(0);
      expect(typed.output).toEndWith("typed\r\ntyped\r\n");
    },
  );

  test("a file that grows while it is read is read to the size it had", async () => {
    using folder = workspace();
    const script = `seq 1 300000 > log; size=$(wc -c < log); (while :; do seq 1 50000 >> log; done) & writer=$!
      T log --json | grep original_bytes | tr -dc 0-9; kill $writer; echo " of $size"`;
    const { stdout } = await inBash(script, folder.path);
    const [read, size] = stdout.trim().split(" of ").map(Number);
    expect(read).toBeGreaterThanOrEqual(size ?? 0);
  });

  test("a folder on stdin and a file that gives no bytes get one line; a closed stdin is empty", async () => {
    using folder = workspace();
    const script = "T < . ; echo $?; T /proc/self/mem; echo $?; T <&- ; echo $?";
    const { stdout, stderr } = await inBash(script, folder.path);
    expect(stdout).toBe("1\n1\n0\n");
    expect(stderr.trimEnd().split("\n")).toHaveLength(2);
    for (const line of stderr.trimEnd().split("\n")) expect(line).toStartWith("error: Cannot read ");
  });

  test("a reader that goes away ends it without a word", async () => {
    using folder = workspace();
    const { stdout, stderr } = await inBash("seq 1 100000 | T --max-bytes 300k | head -1", folder.path);
    expect({ stdout, stderr }).toEqual({ stdout: "1\n", stderr: "" });
  });

  test("an output that cannot be written is told in one line, exit 1", async () => {
    using folder = workspace();
    const { stdout, stderr } = await inBash("seq 1 10 | T > /dev/full; echo $?", folder.path);
    expect(stdout).toBe("1\n");
    expect(stderr).toBe("error: Cannot write the output: the disk is full (stdout)\n");
  });

  test("a slow reader gets all of 1.2 MB", async () => {
    using folder = workspace();
    const script = "yes 0123456789 | head -c 1200000 | T --max-bytes 2M | (sleep 0.3; wc -c)";
    expect((await inBash(script, folder.path)).stdout.trim()).toBe("1200000");
  });

  test("the numbers of its note are those of wc", async () => {
    using folder = workspace();
    const script = "find / -xdev -maxdepth 4 2>/dev/null > log; wc -l -c < log; T log";
    const { stdout } = await inBash(script, folder.path);
    const [lines, bytes] = stdout.trim().split(/\s+/);
    expect(stdout).toContain(`The whole output: ${lines} lines, ${bytes} bytes]`);
  });
});
