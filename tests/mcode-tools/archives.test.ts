import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { REQUIRED_ENTRIES } from "../../src/mcode-tools/artifact/pins.ts";
import { readArchive } from "../../src/mcode-tools/fetch/read-archive.ts";
import { messageOf } from "../../src/output/fault.ts";
import {
  archive,
  goodArtifact,
  goodEntries,
  manifestText,
  pinsOf,
  sha256,
  sri,
  type TestEntry,
} from "../support/artifact.ts";
import { workspace } from "../support/workspace.ts";

async function* pieces(data: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

/** Reads `tgz` with pins that fit its own hash, so that what is judged is the archive itself. */
async function verdict(tgz: Uint8Array, cli = "console.log(JSON.stringify(process.argv.slice(2)));\n") {
  try {
    const read = await readArchive(pieces(tgz), pinsOf(tgz, cli), "test.tgz");
    return { code: "ok", files: read.files, message: "" };
  } catch (error) {
    const fault = error as { code: string; message: string };
    return { code: fault.code, message: fault.message };
  }
}

test("a good archive gives its three entries, whatever the size of the chunks", async () => {
  const { tgz, pins, cli, manifest, notices } = await goodArtifact();
  for (const size of [1, 7, 512, 1 << 20]) {
    const read = await readArchive(pieces(tgz, size), pins, "test.tgz");
    expect(read.files.cli.toString()).toBe(cli);
    expect(read.files.manifest.toString()).toBe(manifest);
    expect(read.files.notices.toString()).toBe(notices);
    expect(read.compressedBytes).toBe(tgz.length);
    expect(read.unpackedBytes).toBe(gunzipSync(tgz).length);
  }
});

test("an archive made by the real tar is read, long names by pax and by GNU included", async () => {
  using folder = workspace();
  const cli = "export {};\n";
  const long = `package/${"deep/".repeat(30)}${"n".repeat(60)}.txt`;
  const files = {
    [REQUIRED_ENTRIES.cli]: cli,
    [REQUIRED_ENTRIES.manifest]: manifestText(cli),
    [REQUIRED_ENTRIES.notices]: "n\n",
    [long]: "long\n",
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), content);
  }
  for (const format of ["gnu", "pax", "ustar"]) {
    if (format === "ustar") execFileSync("rm", ["-r", join(folder.path, "package/deep")]);
    execFileSync("tar", [
      "-C",
      folder.path,
      `--format=${format}`,
      "-czf",
      join(folder.path, "a.tgz"),
      "package",
    ]);
    const result = await verdict(readFileSync(join(folder.path, "a.tgz")), cli);
    expect(result).toMatchObject({ code: "ok" });
  }
});

test("i12, i13: an entry that counts is found under a GNU long name and a pax path", async () => {
  // The short name in the header is another one: only who honours the long name finds the entry.
  const cli = "export {};\n";
  const tar = gunzipSync(await archive(goodEntries(cli)));
  const header = Buffer.from(tar.subarray(0, 512));
  const record = `path=${REQUIRED_ENTRIES.cli}\n`;
  const length = ` ${record}`.length + 2;
  const pax = await tarEntry("PaxHeader", "x", `${length} ${record}`);
  const gnu = await tarEntry("././@LongLink", "L", `${REQUIRED_ENTRIES.cli}\0`);
  const renamed = rename(header, "package/other");
  for (const long of [pax, gnu]) {
    const result = await verdict(gzipSync(Buffer.concat([long, renamed, tar.subarray(512)])), cli);
    expect(result.message).toBe("");
    expect(result.code).toBe("ok");
  }
});

test("i1, i3, i5: links under other names are passed over without touching the disk", async () => {
  using folder = workspace({ "secret.txt": "untouched" });
  const target = join(folder.path, "secret.txt");
  const hostile: TestEntry[] = [
    [{ name: "package/a", type: "symlink", linkname: target }],
    [{ name: "package/a" }, "written through"],
    [{ name: "package/b", type: "link", linkname: target }],
    [{ name: "package/b" }, "written through"],
    [{ name: "package/c", type: "symlink", linkname: "C:../../x" }],
    [{ name: "package/cafe\u0301", type: "symlink", linkname: folder.path }],
    [{ name: "package/caf\u00e9/secret.txt" }, "written through"],
    [{ name: "../../escape" }, "x"],
    [{ name: "a/..\\..\\b" }, "x"],
    ...goodEntries(),
  ];
  expect(await verdict(await archive(hostile))).toMatchObject({ code: "ok" });
  expect(readFileSync(target, "utf8")).toBe("untouched");
  expect(existsSync(join(folder.path, "../escape"))).toBe(false);
});

test.each(["symlink", "link", "directory", "fifo", "character-device"] as const)(
  "i1: a %s under one of the three names is an error",
  async (type) => {
    for (const name of Object.values(REQUIRED_ENTRIES)) {
      const entries = goodEntries().map((entry): TestEntry => {
        return entry[0].name === name ? [{ name, type, linkname: "/etc/passwd" }] : entry;
      });
      const result = await verdict(await archive(entries));
      expect(result.code).toBe("entry_not_a_file");
      expect(result.message).toContain(`expected a regular file, got a ${type}`);
    }
  },
);

test("an entry that counts and stands twice is an error, whichever comes first", async () => {
  for (const entry of goodEntries()) {
    const result = await verdict(await archive([...goodEntries(), entry]));
    expect(result.code).toBe("entry_duplicate");
    expect(result.message).toContain(entry[0].name);
  }
  const link: TestEntry = [{ name: REQUIRED_ENTRIES.cli, type: "symlink", linkname: "x" }];
  expect((await verdict(await archive([...goodEntries(), link]))).code).toBe("entry_not_a_file");
});

test("an archive without one of the three names it", async () => {
  for (const missing of Object.values(REQUIRED_ENTRIES)) {
    const result = await verdict(await archive(goodEntries().filter(([header]) => header.name !== missing)));
    expect(result.code).toBe("entry_missing");
    expect(result.message).toContain(missing);
  }
});

test("i8: an archive that is cut in a header, in a body or before its end mark is an error", async () => {
  const tar = gunzipSync((await goodArtifact()).tgz);
  for (const length of [
    100,
    512 + 1,
    1024 + 512 + 3,
    tar.length - 1024,
    tar.length - 512,
    tar.length - 100,
  ]) {
    const result = await verdict(gzipSync(tar.subarray(0, length)));
    expect(["archive_invalid", "entry_missing"]).toContain(result.code);
  }
});

test("i6: a cut gzip stream is told as an early end with both hashes, not as a zlib error", async () => {
  const { tgz, pins } = await goodArtifact();
  for (const length of [0, 5, 100, tgz.length - 9, tgz.length - 8, tgz.length - 3, tgz.length - 1]) {
    const read = readArchive(pieces(tgz.subarray(0, length)), pins, "test.tgz");
    const fault: unknown = await read.catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: "archive_cut" });
    expect(messageOf(fault)).toContain(`after ${length} bytes`);
    expect(messageOf(fault)).toContain(pins.integrity);
  }
});

test("i11: garbage after a good start ends in an error and never hangs", async () => {
  const { tgz, pins } = await goodArtifact();
  const spoilt = Buffer.concat([tgz.subarray(0, 200), Buffer.alloc(5000, 0x7b)]);
  await expect(readArchive(pieces(spoilt), pins, "x")).rejects.toMatchObject({ code: "integrity_mismatch" });
  expect((await verdict(spoilt)).code).toBe("archive_invalid");
  expect((await verdict(gzipSync(Buffer.alloc(5000, 0x7b)))).code).toBe("archive_invalid");
});

test("i19: anything behind the gzip member is an error, a second member and zeros included", async () => {
  const { tgz, pins } = await goodArtifact();
  for (const tail of [
    Buffer.from("junk"),
    Buffer.from("X"),
    tgz,
    gzipSync(""),
    Buffer.alloc(20),
    Buffer.alloc(1),
  ]) {
    const longer = Buffer.concat([tgz, tail]);
    expect((await verdict(longer)).code).toBe("archive_invalid");
    await expect(readArchive(pieces(longer), pins, "x")).rejects.toMatchObject({
      // One byte may be the start of another member that broke off.
      code: tail.length === 1 && tail[0] !== 0 ? "archive_cut" : "integrity_mismatch",
    });
  }
});

test("entries behind the end-of-archive mark are an error", async () => {
  const first = gunzipSync(await archive(goodEntries()));
  const second = gunzipSync(await archive([[{ name: "package/more" }, "x"]]));
  const result = await verdict(gzipSync(Buffer.concat([first, second])));
  expect(result.code).toBe("archive_invalid");
  expect(result.message).toContain("nothing behind the end-of-archive mark");
});

test("a file full of zeros is no end-of-archive mark", async () => {
  const zeros: TestEntry = [{ name: "package/zeros" }, Buffer.alloc(5000)];
  expect((await verdict(await archive([zeros, ...goodEntries(), zeros]))).code).toBe("ok");
});

test("i22: the limits are told, whatever the compressed size", async () => {
  const big: TestEntry = [{ name: REQUIRED_ENTRIES.notices }, Buffer.alloc(16 * 1024 * 1024 + 1)];
  const entry = await verdict(await archive([...goodEntries().slice(0, 2), big]));
  expect(entry.code).toBe("limit_exceeded");
  expect(entry.message).toContain("expected at most 16777216 bytes, got 16777217");
  const chunk = Buffer.alloc(30 * 1024 * 1024);
  const bomb = Array.from({ length: 9 }, (_, index): TestEntry => [{ name: `package/${index}` }, chunk]);
  const whole = await verdict(await archive([...bomb, ...goodEntries()]));
  expect(whole.code).toBe("limit_exceeded");
  expect(whole.message).toContain("The unpacked archive is too big: expected at most 268435456 bytes");
  const many = Array.from({ length: 600 }, (_, index): TestEntry => [{ name: `package/${index}` }, "x"]);
  expect((await verdict(await archive([...many, ...goodEntries()]))).code).toBe("ok");
});

test("the compressed limit holds while reading", async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    const { tgz } = await goodArtifact();
    yield tgz;
    for (;;) yield Buffer.alloc(1 << 20, 1);
  }
  const { pins } = await goodArtifact();
  await expect(readArchive(endless(), pins, "x")).rejects.toMatchObject({ code: "limit_exceeded" });
});

test("a wrong cli.mjs, manifest or version is told with expected and got", async () => {
  const { tgz, pins } = await goodArtifact();
  const wrong = "0".repeat(64);
  const read = (changes: object) => readArchive(pieces(tgz), { ...pins, ...changes }, "x");
  await expect(read({ cliSha256: wrong })).rejects.toThrow(
    `expected SHA-256 ${wrong}, got SHA-256 ${pins.cliSha256}`,
  );
  await expect(read({ toolsVersion: "1" })).rejects.toThrow('version: expected "1", got "9.9.9"');
  await expect(read({ integrity: sri(Buffer.from("x")) })).rejects.toThrow(`got ${pins.integrity}`);
});

test("i6: an archive whose own hash is the pinned one and whose gzip stream is cut is no early end", async () => {
  const { tgz } = await goodArtifact();
  const result = await verdict(tgz.subarray(0, -3));
  expect(result.code).toBe("archive_invalid");
  expect(result.message).toContain("one whole gzip member");
});

test("a manifest that lists what the archive does not bring is refused before it is installed", async () => {
  const cli = "1;\n";
  const listed = [sha256(cli), "0".repeat(64)].map((hash, at) => ({
    path: ["cli.mjs", "b.wasm"][at],
    sha256: hash,
  }));
  const entries = goodEntries(cli, manifestText(cli, { resources: listed }));
  const result = await verdict(await archive(entries), cli);
  expect(result.code).toBe("manifest_invalid");
  expect(result.message).toContain('expected only "cli.mjs", got "b.wasm" too');
});

test("a page in HTML is told as what it is", async () => {
  const result = await verdict(Buffer.from("<!DOCTYPE html><p>log in"));
  expect(result.code).toBe("not_gzip");
  expect(result.message).toContain("<!DOCTYPE html>");
});

/** One whole tar entry, made by hand. */
async function tarEntry(name: string, type: string, content: string): Promise<Buffer> {
  const tar = gunzipSync(await archive([[{ name }, content]])).subarray(0, -1024);
  const header = Buffer.from(tar.subarray(0, 512));
  header.write(type, 156);
  return Buffer.concat([rename(header, name), tar.subarray(512)]);
}

/** The header with another name and a checksum that fits. */
function rename(header: Buffer, name: string): Buffer {
  header.fill(0, 0, 100).write(name, 0);
  header.fill(0x20, 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
