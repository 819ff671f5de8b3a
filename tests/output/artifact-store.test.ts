import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { joinReadable, sessionStore, TOOL_OUTPUTS } from "../support/artifacts.ts";
import { anyText, inChunks } from "../support/outputs.ts";
import { workspace } from "../support/workspace.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

const CALL = { toolCallId: "call_1", tool: "bash" };
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("a stored output", () => {
  test("has a name made of its call and its content, and nobody else may read it", async () => {
    using session = workspace();
    const text = "one\ntwo\n";
    const artifact = await sessionStore(session.path).store(CALL, text);
    const name = `${sha256("call_1\0bash").slice(0, 24)}-${sha256(text)}.txt`;
    const folder = join(session.path, ...TOOL_OUTPUTS);
    expect(artifact).toEqual({ path: join(folder, name), sha256: sha256(text), bytes: 8 });
    expect(readFileSync(join(folder, name), "utf8")).toBe(text);
    expect(modeOf(join(folder, name))).toBe(0o600);
    expect(modeOf(folder)).toBe(0o700);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test("is the same file for the same call and text, and another for another call", async () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const first = await store.store(CALL, "text");
    const inode = statSync(first?.path ?? "").ino;
    expect(await store.store(CALL, "text")).toEqual(first as never);
    expect(statSync(first?.path ?? "").ino).toBe(inode);
    expect((await store.store({ ...CALL, toolCallId: "call_2" }, "text"))?.path).not.toBe(first?.path);
    expect(store.reports).toEqual([]);
  });

  test("streams: any bytes in any pieces arrive as they were", async () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const bytes = Buffer.alloc(300_000, "0123456789\u0000\xff\n", "latin1");
    for (const sizes of [[1, 70_000], [65_536], [300_000], [4096, 13]]) {
      const writer = store.begin({ ...CALL, toolCallId: sizes.join() });
      for (const chunk of inChunks(bytes, sizes)) {
        writer.write(chunk);
        chunk.fill(0);
      }
      const artifact = await writer.publish();
      expect(readFileSync(artifact?.path ?? "").equals(bytes)).toBe(true);
      expect(artifact?.sha256).toBe(sha256(bytes));
    }
  });

  test("of a hundred megabytes has the hash that it has when it is read again", async () => {
    using session = workspace();
    const writer = sessionStore(session.path).begin(CALL);
    const expected = createHash("sha256");
    for (let round = 0; round < 1600; round++) {
      const chunk = Buffer.alloc(65_536, `round ${round}\n`);
      writer.write(chunk);
      expected.update(chunk);
    }
    const artifact = await writer.publish();
    expect(artifact?.sha256).toBe(expected.digest("hex"));
    expect(sha256(readFileSync(artifact?.path ?? ""))).toBe(artifact?.sha256 ?? "");
  });

  test("of a hundred megabytes can be dropped in the middle", () => {
    using session = workspace();
    const writer = sessionStore(session.path).begin(CALL);
    for (let round = 0; round < 1600; round++) writer.write(Buffer.alloc(65_536, "x"));
    writer.discard();
    expect(readdirSync(join(session.path, ...TOOL_OUTPUTS))).toEqual([]);
  });

  test("that nobody needs leaves nothing: not even a folder when it was short", () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const short = store.begin(CALL);
    short.write(Buffer.alloc(60_000));
    short.discard();
    expect(readdirSync(session.path)).toEqual([]);
    const long = store.begin(CALL);
    long.write(Buffer.alloc(100_000));
    long.discard();
    expect(readdirSync(join(session.path, ...TOOL_OUTPUTS))).toEqual([]);
  });

  test("has no name before it is whole", async () => {
    using session = workspace();
    const writer = sessionStore(session.path).begin(CALL);
    writer.write(Buffer.alloc(500_000, "x"));
    const folder = join(session.path, ...TOOL_OUTPUTS);
    expect(readdirSync(folder).filter((name) => name.endsWith(".txt"))).toEqual([]);
    const artifact = await writer.publish();
    expect(readdirSync(folder)).toEqual([basename(artifact?.path ?? "")]);
  });

  test("removes what a killed process left a day ago, and nothing younger", async () => {
    using session = workspace();
    const folder = join(session.path, ...TOOL_OUTPUTS);
    mkdirSync(folder, { recursive: true });
    for (const name of [".turnkit-old.tmp", ".turnkit-young.tmp", "mine.tmp"])
      writeFileSync(join(folder, name), "");
    const twoDaysAgo = Date.now() / 1000 - 172_800;
    for (const name of [".turnkit-old.tmp", "mine.tmp"])
      utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
    await sessionStore(session.path).store(CALL, "text");
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith(".tmp"))
        .sort(),
    ).toEqual([".turnkit-young.tmp", "mine.tmp"]);
  });
});

describe("the readable form", () => {
  test("is there for a line over 2,000 characters, not for one of exactly 2,000", async () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const exact = await store.store(CALL, `${"文".repeat(2000)}\n`.repeat(3));
    expect(exact?.readable).toBeUndefined();
    const longer = await store.store(CALL, `a\n${"文".repeat(2001)}`);
    expect(longer?.readable).toBe(longer?.path.replace(/\.txt$/, ".readable.v1.jsonl"));
    expect(modeOf(longer?.readable ?? "")).toBe(0o600);
  });

  test("has a header and rows of at most 240 characters with their byte offsets", async () => {
    using session = workspace();
    const text = `head\n${"é😀".repeat(1500)}\nend\n`;
    const artifact = await sessionStore(session.path).store(CALL, text);
    const lines = readFileSync(artifact?.readable ?? "", "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({
      type: "header",
      version: 1,
      file: basename(artifact?.path ?? ""),
      sha256: sha256(text),
      bytes: Buffer.byteLength(text),
      row_characters: 240,
    });
    let offset = 0;
    lines.slice(1).forEach((row, index) => {
      expect(row).toMatchObject({ type: "chunk", index, byte_offset: offset });
      expect(Array.from(row.text as string).length).toBeLessThanOrEqual(240);
      offset += Buffer.byteLength(row.text as string);
    });
    expect(offset).toBe(Buffer.byteLength(text));
  });

  test("joined in order gives the original exactly, text or not", async () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const long = Buffer.alloc(2001, "x");
    const some = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      anyText.map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(some, { maxLength: 3 }),
        fc.integer({ min: 1, max: 5000 }),
        async (parts, size) => {
          const bytes = Buffer.concat([...parts, long]);
          const writer = store.begin(CALL, { readable: true });
          for (const chunk of inChunks(bytes, [size])) writer.write(chunk);
          const artifact = await writer.publish();
          const longest = Math.max(
            ...bytes
              .toString("latin1")
              .split("\n")
              .map((line) => line.length),
          );
          if (longest > 2000 && artifact?.readable !== undefined) {
            expect(joinReadable(artifact.readable).equals(bytes)).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(store.reports).toEqual([]);
  });

  test("of a megabyte on one line is whole", async () => {
    using session = workspace();
    const text = "日本語テキスト😀 ".repeat(40_000);
    const artifact = await sessionStore(session.path).store(CALL, text);
    expect(joinReadable(artifact?.readable ?? "").toString("utf8")).toBe(text);
  });
});

describe("storing refuses, and says so once", () => {
  test("a file with the name but other content, which it never overwrites", async () => {
    using session = workspace();
    const store = sessionStore(session.path);
    const first = await store.store(CALL, "text");
    for (const other of ["tex!", "longer text"]) {
      writeFileSync(first?.path ?? "", other);
      expect(await store.store(CALL, "text")).toBeUndefined();
      expect(readFileSync(first?.path ?? "", "utf8")).toBe(other);
    }
    expect(store.reports).toEqual([
      {
        severity: "warning",
        code: "artifact_failed",
        message: "Cannot store the whole output: another file with other content has its name",
        where: first?.path as string,
      },
    ]);
  });

  test("a symlink in the place of the file, even to the right content", async () => {
    using session = workspace();
    const elsewhere = session.file("elsewhere.txt", "text");
    const path = join(
      session.path,
      ...TOOL_OUTPUTS,
      `${sha256("call_1\0bash").slice(0, 24)}-${sha256("text")}.txt`,
    );
    mkdirSync(join(session.path, ...TOOL_OUTPUTS), { recursive: true });
    symlinkSync(elsewhere, path);
    const store = sessionStore(session.path);
    expect(await store.store(CALL, "text")).toBeUndefined();
    expect(store.reports[0]?.message).toContain("taken by a link");
    symlinkSync(join(session.path, "nowhere"), path.replace(sha256("text"), sha256("other")));
    expect(await store.store(CALL, "other")).toBeUndefined();
    expect(existsSync(join(session.path, "nowhere"))).toBe(false);
  });

  test.each([["reports"], ["reports/tool-outputs"]])(
    "a symlink in the place of the folder %s",
    async (link) => {
      using session = workspace();
      using outside = workspace();
      mkdirSync(join(session.path, link, ".."), { recursive: true });
      symlinkSync(outside.path, join(session.path, link));
      const store = sessionStore(session.path);
      expect(await store.store(CALL, "text")).toBeUndefined();
      expect(store.reports[0]?.message).toContain("symbolic link");
      expect(readdirSync(outside.path)).toEqual([]);
    },
  );

  test.each([["moved away"], ["replaced by a link"]])("a folder that is %s meanwhile", async (how) => {
    using session = workspace();
    using outside = workspace();
    const store = sessionStore(session.path);
    const writer = store.begin(CALL);
    writer.write(Buffer.alloc(100_000, "x"));
    renameSync(join(session.path, ...TOOL_OUTPUTS), join(session.path, "moved"));
    if (how !== "moved away") symlinkSync(outside.path, join(session.path, ...TOOL_OUTPUTS));
    expect(await writer.publish()).toBeUndefined();
    expect(store.reports[0]?.message).toContain("does not lie where it should");
    expect(readdirSync(outside.path)).toEqual([]);
  });

  test("a file in the place of the folder", async () => {
    using session = workspace({ reports: "a file" });
    const store = sessionStore(session.path);
    expect(await store.store(CALL, "text")).toBeUndefined();
    expect(await store.store(CALL, "more")).toBeUndefined();
    expect(store.reports.map((report) => report.where)).toEqual([join(session.path, "reports")]);
  });

  test("a readable form that cannot be stored; the whole output is stored all the same", async () => {
    using session = workspace();
    const text = "x".repeat(3000);
    const name = `${sha256("call_1\0bash").slice(0, 24)}-${sha256(text)}`;
    mkdirSync(join(session.path, ...TOOL_OUTPUTS), { recursive: true });
    writeFileSync(join(session.path, ...TOOL_OUTPUTS, `${name}.readable.v1.jsonl`), "something else");
    const store = sessionStore(session.path);
    const artifact = await store.store(CALL, text);
    expect(artifact).toMatchObject({ sha256: sha256(text), bytes: 3000 });
    expect(artifact?.readable).toBeUndefined();
    expect(readFileSync(artifact?.path ?? "", "utf8")).toBe(text);
    expect(store.reports.map((report) => report.message)).toEqual([
      "Cannot store the whole output: another file with other content has its name",
    ]);
  });

  test("and goes on taking bytes without a word", async () => {
    using session = workspace({ reports: "a file" });
    const writer = sessionStore(session.path).begin(CALL);
    for (let round = 0; round < 10; round++) writer.write(Buffer.alloc(100_000));
    expect(await writer.publish()).toBeUndefined();
    writer.discard();
  });
});
