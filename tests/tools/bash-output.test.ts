import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { BASH_GATE_BYTES } from "../../src/output/limits.ts";
import { statusLine } from "../../src/tools/bash/bash-result.ts";
import { CommandOutput } from "../../src/tools/bash/command-output.ts";
import { startCommand } from "../../src/tools/bash/running-command.ts";
import { loadNative } from "../../src/tools/process/native.ts";
import { shellTurn } from "../support/shell.ts";
import { workspace } from "../support/workspace.ts";

const MIB = 1024 * 1024;

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

function artifactOf(result: { details?: Readonly<Record<string, unknown>> }): {
  path: string;
  bytes: number;
} {
  return result.details?.artifact as { path: string; bytes: number };
}

for (const shift of [-2, -1, 0, 1, 2]) {
  test(`a1: a wide character at the limit (${shift}) is never cut in half, and there is one result`, async () => {
    using place = workspace();
    await using turn = shellTurn(place.path);
    const line = `${"x".repeat(BASH_GATE_BYTES - 1 + shift)}─`;
    const result = await turn.bash({ command: `cat line`, description: place.file("line", line) });
    expect(result.text).not.toContain("\ufffd");
    expect(bytesOf(result.text)).toBeLessThanOrEqual(BASH_GATE_BYTES);
    if (bytesOf(line) <= BASH_GATE_BYTES) expect(result.text).toBe(line);
    else expect(result.details).toMatchObject({ truncated: true, original_bytes: bytesOf(line) });
  });
}

test("a2: one long line of CJK is cut by bytes and marked", async () => {
  using place = workspace({ line: "漢".repeat(20_000) });
  await using turn = shellTurn(place.path);
  const result = await turn.bash({ command: "cat line" });
  expect(bytesOf(result.text)).toBeLessThanOrEqual(BASH_GATE_BYTES);
  expect(result.text).not.toContain("\ufffd");
  expect(result.text).toContain(artifactOf(result).path);
});

test("a4: a character written in two parts arrives whole, on each stream, also when the other writes between", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({
    command:
      "printf '\\342\\224'; sleep 0.1; printf '\\303' >&2; sleep 0.1; printf '\\200\\n'; sleep 0.1; printf '\\251\\n' >&2",
  });
  expect(result.text.split("").sort().join("")).toBe("\n\né─");
});

test("a5: a start of a character that never ends shows once as U+FFFD", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({ command: "head -c 4095 /dev/zero | tr '\\0' a; printf '😀\\342'" });
  expect(result.text).toBe(`${"a".repeat(4095)}😀\ufffd`);
});

test("a7: one line of 1 MB is cut by bytes, and the file holds all of it", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({ command: "head -c 1000000 /dev/zero | tr '\\0' z" });
  expect(bytesOf(result.text)).toBeLessThanOrEqual(BASH_GATE_BYTES);
  expect(await Bun.file(artifactOf(result).path).text()).toBe("z".repeat(1_000_000));
});

test("a9: the end of a long output and the exit code are there, the omitted lines counted", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({
    command: "seq -f 'filler line number %.0f' 3000; echo 'FATAL x'; exit 1",
  });
  expect(result.text).toEndWith("FATAL x\nexit code 1");
  expect(bytesOf(result.text)).toBeLessThanOrEqual(BASH_GATE_BYTES);
  const shown = result.text.split("\n").filter((line) => line.startsWith("filler"));
  const firstLeft = shown.findIndex((line, index) => line !== `filler line number ${index + 1}`) + 1;
  const lastLeft = Number(shown[firstLeft - 1]?.split(" ").at(-1)) - 1;
  expect(result.text).toContain(String(lastLeft - firstLeft + 1));
  const whole = await Bun.file(artifactOf(result).path).text();
  expect(whole.split("\n")).toHaveLength(3002);
});

test("a12: 11 MB and exit 0 is a bounded success; words on stderr and exit 3 are shown", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const big = await turn.bash({ command: "head -c 11000000 /dev/zero | tr '\\0' '\\n'; echo last" });
  expect(big.isError).toBeUndefined();
  expect(big.text).toEndWith("last\n");
  expect(artifactOf(big).bytes).toBe(11_000_005);
  const failed = await turn.bash({ command: "echo why >&2; exit 3" });
  expect(failed.text).toBe("why\nexit code 3");
});

test("a13: colours are gone before the limit is measured; the stored bytes are the raw ones", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const paint = (count: number) =>
    `for i in $(seq ${count}); do printf '\\033[1;31m%020d\\033[0m\\n' $i; done`;
  const small = await turn.bash({ command: paint(500) });
  expect(small.text).not.toContain("\u001b");
  expect(small.details).toMatchObject({ truncated: false });
  expect(small.text.split("\n")).toHaveLength(501);
  const large = await turn.bash({ command: paint(2000) });
  expect(await Bun.file(artifactOf(large).path).text()).toContain("\u001b[1;31m");
});

test("a line that a program rewrites shows in its last state", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const result = await turn.bash({ command: "printf 'progress 1%%\\rprogress 100%%\\ndone\\r\\n'" });
  expect(result.text).toBe("progress 100%\ndone\r\n");
});

test("an output that fits leaves no file behind", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  await turn.bash({ command: "seq 100" });
  expect(readdirSync(place.path)).toEqual([]);
});

test("partial output is told while the command runs, and a flood is not passed on", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const told: string[] = [];
  const onUpdate = ({ text }: { text: string }) => told.push(text);
  await turn.bash({ command: "echo first; sleep 0.3; echo second" }, { onUpdate });
  expect(told).toEqual(["first\n", "second\n"]);
  told.length = 0;
  await turn.bash({ command: "seq 1000000" }, { onUpdate });
  expect(told.join("").length).toBeLessThanOrEqual(64 * 1024);
});

test("a command that would fill the disk is ended when it has printed more than the limit", async () => {
  using place = workspace();
  await using turn = shellTurn(place.path);
  const { artifacts, processes, environments } = turn.services;
  const output = new CommandOutput(artifacts.begin({ toolCallId: "c", tool: "bash" }));
  const running = await startCommand({
    command: "yes & yes",
    shell: { path: "/bin/bash", name: "bash" },
    cwd: place.path,
    environment: environments.command,
    processes,
    native: await loadNative(process.platform),
    output,
    maxOutputBytes: 10 * MIB,
  });
  const end = await running.ended;
  expect(end).toMatchObject({ stopped: "flood", left: [] });
  expect(statusLine(end, { seconds: 120 })).toBe(
    "printed more than 8 GiB: the command and what it started were ended",
  );
  expect(output.rawBytes).toBeGreaterThan(10 * MIB);
});
