import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createReadTool } from "../../src/tools/read/tool.ts";
import { joinReadable } from "../support/artifacts.ts";
import { callTool, testServices } from "../support/tools.ts";
import { truncateJson } from "../support/truncate.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const ROOT = resolve(import.meta.dirname, "../..");
let folder: Workspace;
const outputs = new Map<string, Buffer>();

/** Outputs as programs make them, made here: nothing of them is kept in the repository. */
beforeAll(async () => {
  folder = workspace();
  outputs.set(
    "the verbose log of a type check",
    run(["node_modules/.bin/tsc", "-p", ".", "--traceResolution", "--noEmit"]),
  );
  outputs.set(
    "a listing of a large tree",
    run(["find", "node_modules", "-type", "f"]).subarray(0, 3_000_000),
  );
  outputs.set("a minified bundle on few long lines", await minifiedBundle());
  outputs.set("a CJK log with CRLF", cjkLog());
  outputs.set("a binary", readFileSync(process.execPath).subarray(0, 1_500_000));
});
afterAll(() => folder[Symbol.dispose]());

function run(command: string[]): Buffer {
  return Buffer.from(Bun.spawnSync(command, { cwd: ROOT, stderr: "ignore" }).stdout);
}

async function minifiedBundle(): Promise<Buffer> {
  const built = await Bun.build({ entrypoints: [join(ROOT, "src/main.ts")], target: "node", minify: true });
  const text = (await Promise.all(built.outputs.map((output) => output.text()))).join("");
  return Buffer.from(`// bundle\n${text.replaceAll("\n", " ").repeat(Math.ceil(3_000_000 / text.length))}\n`);
}

function cjkLog(): Buffer {
  const line = (n: number) =>
    `2026-01-02 信息 [模块${n % 7}] 第${n}行：处理完成 ✓ 用时 ${n % 113} 毫秒 😀\r\n`;
  return Buffer.from(Array.from({ length: 12_000 }, (_, index) => line(index)).join(""));
}

const NAMES = [
  "the verbose log of a type check",
  "a listing of a large tree",
  "a minified bundle on few long lines",
  "a CJK log with CRLF",
  "a binary",
];

function output(name: string): Buffer {
  const bytes = outputs.get(name) ?? Buffer.alloc(0);
  if (bytes.length < 200_000) throw new Error(`${name} has only ${bytes.length} bytes`);
  return bytes;
}

/** Lines as bytes, so that a binary is compared exactly. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(10, at);
    const end = feed === -1 ? bytes.length : feed + 1;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}

describe.each(NAMES)("%s", (name) => {
  test("the artifact equals the original and the note tells what wc tells", async () => {
    const bytes = output(name);
    const { text, details } = await truncateJson(["--artifact-dir", "kept"], {
      input: bytes,
      cwd: folder.path,
    });
    expect(readFileSync(details.artifact?.path ?? "").equals(bytes)).toBe(true);
    const file = folder.file("original", bytes);
    const [newlines = 0, count = 0] = run(["wc", "-l", "-c", file])
      .toString()
      .trim()
      .split(/\s+/)
      .map(Number);
    const lines = newlines + (bytes.at(-1) === 10 ? 0 : 1);
    expect(text).toContain(`The whole output: ${lines} line${lines === 1 ? "" : "s"}, ${count} bytes`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24 * 1024);
  });

  test("following next_offset to the end gives the original", async () => {
    const bytes = output(name);
    const lines = linesOf(bytes);
    const collected: Buffer[] = [];
    for (let offset = 1; offset <= lines.length; ) {
      const rest = Buffer.concat(lines.slice(offset - 1));
      const run = { input: rest, cwd: folder.path };
      const { text, details } = await truncateJson(["--gate", "read", "--quiet"], run);
      const shown = details.truncated ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
      const next = details.next_offset === undefined ? lines.length + 1 : offset + details.next_offset - 1;
      const whole = Buffer.concat(lines.slice(offset - 1, next - 1));
      if (text.includes("only in part")) collected.push(await readOn(rest, text, whole));
      else {
        expect(shown).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole));
        collected.push(whole);
      }
      offset = next;
    }
    expect(Buffer.concat(collected).equals(bytes)).toBe(true);
  });
});

/** A line over the gate: its whole is in the file that the note names when there is a folder for it. */
async function readOn(rest: Buffer, shown: string, line: Buffer): Promise<Buffer> {
  const args = ["--gate", "read", "--quiet", "--artifact-dir", "long"];
  const { text } = await truncateJson(args, { input: rest, cwd: folder.path });
  const readable = /whole in (\S.*?\.readable\.v1\.jsonl)/.exec(text)?.[1] ?? "";
  const joined = joinReadable(readable);
  expect(joined.equals(rest)).toBe(true);
  expect(shown).toContain("line 1 only in part");
  return joined.subarray(0, line.length);
}

describe("the file that a note names", () => {
  test("a17: opens with the read tool as given, at the offset that the note gives", async () => {
    const input = output("a listing of a large tree");
    const { text, details } = await truncateJson(["--artifact-dir", "kept"], { input, cwd: folder.path });
    const [, path = "", offset = ""] =
      /All of it is in (.*?): search that file, or read it with offset=(\d+)\]/.exec(text) ?? [];
    expect(path).toBe(details.artifact?.path ?? "");
    const read = createReadTool(testServices(folder.path));
    const result = await callTool(folder.path, read, { path, offset: Number(offset), limit: 1 });
    expect(result.isError).not.toBe(true);
    expect(result.text).toContain(linesOf(input)[Number(offset) - 1]?.toString().trimEnd() ?? "?");
  });
});
