import { expect, test } from "bun:test";
import { ProgressBar, progressLine } from "../../src/mcode-tools/fetch/progress.ts";
import { goodArtifact, pinFlags } from "../support/artifact.ts";
import { runCli, testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";

const MIB = 1024 * 1024;

test("the line shows a share where the whole is known, else the bytes", () => {
  expect(progressLine(0, 10 * MIB)).toBe(`[${"-".repeat(24)}]   0 %  0.0 of 10.0 MiB`);
  expect(progressLine(5 * MIB, 10 * MIB)).toBe(`[${"#".repeat(12)}${"-".repeat(12)}]  50 %  5.0 of 10.0 MiB`);
  expect(progressLine(11 * MIB, 10 * MIB)).toContain("] 100 %");
  expect(progressLine(3 * MIB, undefined)).toBe("3.0 MiB");
});

test("the bar is drawn in place, not too often, and wiped", () => {
  using folder = workspace();
  const host = testHost({ cwd: folder.path, home: folder.path });
  let now = 1000;
  const bar = new ProgressBar(host.stderr, () => now);
  bar.clear();
  expect(host.printed.stderr).toBe("");
  bar.update(1, 2);
  bar.update(2, 2);
  expect(host.printed.stderr.match(/\r/g)).toHaveLength(1);
  now += 100;
  bar.update(2, 2);
  bar.clear();
  expect(host.printed.stderr).toEndWith("100 %  0.0 of 0.0 MiB\r\u001b[K");
});

test("on a terminal there is a bar on stderr, elsewhere and with --quiet nothing", async () => {
  using folder = workspace();
  const artifact = await goodArtifact();
  const tgz = folder.file("a.tgz", artifact.tgz);
  const run = (terminal: boolean, ...more: string[]) => {
    const plain = testHost({ cwd: folder.path, home: folder.path });
    const host = {
      ...plain,
      stdin: { ...plain.stdin, isTTY: terminal },
      stderr: { ...plain.stderr, isTTY: terminal },
    };
    const args = [
      "fetch-mcode-tools",
      "--from-file",
      tgz,
      "--out",
      folder.path,
      ...pinFlags(artifact.pins),
      ...more,
    ];
    return runCli(args, host);
  };
  expect((await run(true)).stderr).toContain("MiB\r\u001b[K");
  expect((await run(false)).stderr).toBe("");
  expect((await run(true, "--quiet")).stderr).toBe("");
  expect((await run(false)).stdout).toBe(
    `@acme/code@1.0.0 (mcode-tools 9.9.9) is in ${folder.path}/embedded/mcode-tools\n`,
  );
});

test("wrong flags are exit 2 and start nothing", async () => {
  using folder = workspace();
  const cases: [args: string[], says: string][] = [
    [["--package", "a@1"], "missing: --integrity, --cli-sha256, --tools-version"],
    [["--from-file", "a", "--url", "http://x"], "Only one of --from-file, --url"],
    [["--from-file", "a", "--offline"], "Only one of --from-file, --offline"],
    [["--url", "ftp://x/a.tgz"], 'Expected an http or https URL, got "ftp://x/a.tgz"'],
    [["--url", "nonsense"], "Expected an http or https URL"],
  ];
  for (const [args, says] of cases) {
    const ran = await runCli(
      ["fetch-mcode-tools", ...args],
      testHost({ cwd: folder.path, home: folder.path }),
    );
    expect(ran).toMatchObject({ stdout: "", exitCode: 2 });
    expect(ran.stderr).toContain(says);
  }
  const good = pinFlags((await goodArtifact()).pins);
  for (const [flag, value] of [
    ["--package", "no-version"],
    ["--package", "@Scope/x@1.0.0"],
    ["--integrity", "sha512-short!"],
    ["--cli-sha256", "abc"],
    ["--tools-version", " "],
  ] as const) {
    const args = good.map((word, index) => (good[index - 1] === flag ? value : word));
    const ran = await runCli(
      ["fetch-mcode-tools", ...args],
      testHost({ cwd: folder.path, home: folder.path }),
    );
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain(`(${flag})`);
  }
});

test("a missing file, a folder and a pipe are told at once", async () => {
  using folder = workspace();
  Bun.spawnSync(["mkfifo", "pipe"], { cwd: folder.path });
  for (const [path, reason] of [
    ["none.tgz", "it does not exist"],
    ["pipe", "it is no regular file"],
    [".", "it is a folder"],
  ] as const) {
    const args = ["fetch-mcode-tools", "--from-file", path, "--data-dir", folder.path];
    const ran = await runCli(args, testHost({ cwd: folder.path, home: folder.path }));
    expect(ran).toMatchObject({ stdout: "", exitCode: 2 });
    expect(ran.stderr).toMatch(/^error: .* \(--from-file\)\n$/);
    expect(ran.stderr).toContain(reason);
  }
});
