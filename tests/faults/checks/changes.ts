import { expect } from "bun:test";
import { chmodSync, lstatSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import type { Bench, Check } from "../subject.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const BOM = [0xef, 0xbb, 0xbf];

interface Edit {
  readonly file: string | Uint8Array;
  readonly old: string;
  readonly new: string;
  readonly all?: boolean;
  readonly becomes: string | Uint8Array;
}

function edited(id: string, draft: "first" | "second", what: string, one: Edit): Check {
  return {
    id,
    what,
    draft,
    run: async (make) => {
      await using at = make({ "f.txt": one.file });
      const replacing = { file_path: "f.txt", old_string: one.old, new_string: one.new };
      const answer = await at.edit({ ...replacing, ...(one.all === true ? { replace_all: true } : {}) });
      expect(answer.failed).toBe(false);
      expect(at.bytes("f.txt")).toEqual(Buffer.from(one.becomes as string));
    },
  };
}

/** The file is as it was, whatever the call says of it. */
async function refused(at: Bench, input: Record<string, unknown>): Promise<string> {
  const before = at.bytes("f.txt");
  const { failed, text } = await at.edit({ file_path: "f.txt", ...input });
  expect(failed).toBe(true);
  expect(at.bytes("f.txt")).toEqual(before);
  return text;
}

const DOLLARS = "$& $1 $$ $` $' \\1 \\n";

const EDITS: readonly Check[] = [
  edited("c1", "first", "dollar patterns and backslashes arrive as typed", {
    file: "a x b\n",
    old: "x",
    new: DOLLARS,
    becomes: `a ${DOLLARS} b\n`,
  }),
  edited("c1", "first", "dollar patterns arrive as typed with replace_all", {
    file: "x x\n",
    old: "x",
    new: "$&$&",
    all: true,
    becomes: "$&$& $&$&\n",
  }),
  edited("c1", "first", "dollar patterns arrive as typed after line numbers were taken off", {
    file: "one\nx\n",
    old: "     2→x",
    new: "$&$1",
    becomes: "one\n$&$1\n",
  }),
  edited("c4", "second", "one bare LF in a CRLF file stays the only one", {
    file: "a\r\nb\nc\r\nd\r\n",
    old: "c",
    new: "C",
    becomes: "a\r\nb\nC\r\nd\r\n",
  }),
  edited("c6", "first", "an LF text matches CRLF lines and the inserted lines take CRLF", {
    file: "one\r\ntwo\r\nthree\r\n",
    old: "one\ntwo",
    new: "one\nnew\ntwo",
    becomes: "one\r\nnew\r\ntwo\r\nthree\r\n",
  }),
  edited("c6", "first", "a line inserted into one CRLF line takes CRLF", {
    file: "one\r\ntwo\r\n",
    old: "one",
    new: "one\nnew",
    becomes: "one\r\nnew\r\ntwo\r\n",
  }),
  edited("c6", "first", "CRLF with replace_all", {
    file: "a\r\nb\r\na\r\nb\r\n",
    old: "a\nb",
    new: "x\ny\nz",
    all: true,
    becomes: "x\r\ny\r\nz\r\nx\r\ny\r\nz\r\n",
  }),
  edited("c6", "first", "CRLF after line numbers were taken off", {
    file: "a\r\nb\r\n",
    old: "     1→a\n     2→b\n",
    new: "     1→a\n     2→B\n",
    becomes: "a\r\nB\r\n",
  }),
  edited("c7", "first", "the BOM of a CRLF file stays when line 2 is edited", {
    file: bytes(BOM, "one\r\ntwo\r\n"),
    old: "two",
    new: "2",
    becomes: bytes(BOM, "one\r\n2\r\n"),
  }),
  edited("c8", "second", "no BOM appears in a file that has none", {
    file: "one\r\ntwo\r\n",
    old: "one",
    new: "1",
    becomes: "1\r\ntwo\r\n",
  }),
  edited("c10", "first", "a Latin-1 byte elsewhere stays", {
    file: bytes("a=1\n# caf", [0xe9], "\n"),
    old: "a=1",
    new: "a=2",
    becomes: bytes("a=2\n# caf", [0xe9], "\n"),
  }),
  edited("c19", "second", "straight and curly quotes of the new text arrive as typed", {
    file: "“x”\n",
    old: "x",
    new: `"a" “b” 'c' ‘d’`,
    becomes: `“"a" “b” 'c' ‘d’”\n`,
  }),
];

const KEPT: readonly Check[] = [
  {
    id: "c5",
    what: "a write keeps its line ends, whatever those of the file were",
    draft: "second",
    run: async (make) => {
      await using at = make({ "old.txt": "x\r\ny\r\n", "lf.txt": "x\ny\n" });
      for (const content of ["", "no newline", "a\r\nb\nc\rd", "\ufeffBOM", '$& $1 “q” "q"', "\0"]) {
        for (const path of ["new.txt", "old.txt", "lf.txt"]) {
          await at.write({ path, content });
          expect(at.bytes(path)).toEqual(Buffer.from(content));
        }
      }
    },
  },
  {
    id: "c10",
    what: "a text copied from what stands for invalid bytes is refused with the reason",
    draft: "first",
    run: async (make) => {
      await using at = make({ "f.txt": bytes("a", [0xe9], "\n") });
      expect(await refused(at, { old_string: "a\ufffd", new_string: "b" })).toContain("U+FFFD");
    },
  },
  {
    id: "c11",
    what: "the mode of an existing file stays, by edit and by write",
    draft: "first",
    run: async (make) => {
      await using at = make({ "run.sh": "#!/bin/sh\n" });
      chmodSync(at.at("run.sh"), 0o755);
      await at.edit({ file_path: "run.sh", old_string: "sh", new_string: "bash" });
      expect(statSync(at.at("run.sh")).mode & 0o777).toBe(0o755);
      await at.write({ path: "run.sh", content: "#!/bin/sh\necho\n" });
      expect(statSync(at.at("run.sh")).mode & 0o777).toBe(0o755);
    },
  },
  {
    id: "c12",
    what: "a link to a link to a file stays, and the file is changed, by edit and by write",
    draft: "first",
    run: async (make) => {
      await using at = make({ "real/f.txt": "old" });
      symlinkSync("real/f.txt", at.at("one"));
      symlinkSync("one", at.at("two"));
      await at.edit({ file_path: "two", old_string: "old", new_string: "new" });
      expect(at.text("real/f.txt")).toBe("new");
      await at.write({ path: "two", content: "newer" });
      expect(at.text("real/f.txt")).toBe("newer");
      expect([readlinkSync(at.at("two")), readlinkSync(at.at("one"))]).toEqual(["one", "real/f.txt"]);
    },
  },
  {
    id: "c12",
    what: "a cycle of links is a prompt error",
    draft: "first",
    run: async (make) => {
      await using at = make();
      symlinkSync("b", at.at("a"));
      symlinkSync("a", at.at("b"));
      expect((await at.write({ path: "a", content: "new" })).failed).toBe(true);
      expect(lstatSync(at.at("a")).isSymbolicLink()).toBe(true);
    },
  },
  {
    id: "c16",
    what: "a text that only nearly stands there changes nothing: quotes, blanks and no-break spaces stay",
    draft: "second",
    run: async (make) => {
      const lines = ["“q” \u00a0 ", "say ‘hi’  ", "end\t"];
      await using at = make({ "f.txt": `${lines.join("\n")}\n` });
      await at.edit({ file_path: "f.txt", old_string: "say 'hi'", new_string: "say 'ho'" });
      const now = at.text("f.txt").split("\n");
      expect([now[0], now[2]]).toEqual([lines[0], lines[2]] as string[]);
    },
  },
  {
    id: "c20",
    what: "an empty old text is refused, with and without replace_all, on an empty file too",
    draft: "first",
    run: async (make) => {
      for (const file of ["abc", ""]) {
        await using at = make({ "f.txt": file });
        await refused(at, { old_string: "", new_string: "X" });
        await refused(at, { old_string: "", new_string: "X", replace_all: true });
      }
    },
  },
  {
    id: "c21",
    what: "a list of edits is not taken in parts: the whole call is refused",
    draft: "first",
    run: async (make) => {
      await using at = make({ "f.txt": "abc" });
      const edits = [
        { old_string: "a", new_string: "b" },
        { old_string: "", new_string: "x" },
      ];
      expect(await refused(at, { edits })).toContain("edits");
    },
  },
];

const TOGETHER: readonly Check[] = [
  {
    id: "c23",
    what: "two edits of one file at once both land, 50 times",
    draft: "first",
    run: async (make) => {
      for (let round = 0; round < 50; round++) {
        await using at = make({ "f.txt": "first\nsecond\n" });
        const edit = (old: string, now: string) =>
          at.edit({ file_path: "f.txt", old_string: old, new_string: now });
        await Promise.all([edit("first", `1st ${round}`), edit("second", `2nd ${round}`)]);
        expect(at.text("f.txt")).toBe(`1st ${round}\n2nd ${round}\n`);
      }
    },
  },
  {
    id: "c23",
    what: "edits through a link and the file itself queue together",
    draft: "first",
    run: async (make) => {
      await using at = make({ "f.txt": "a\nb\n" });
      symlinkSync("f.txt", at.at("link"));
      const edit = (path: string, old: string, now: string) =>
        at.edit({ file_path: path, old_string: old, new_string: now });
      await Promise.all([edit("f.txt", "a", "1"), edit("link", "b", "2")]);
      expect(at.text("f.txt")).toBe("1\n2\n");
    },
  },
  ...(["edit", "write"] as const).map(
    (kind): Check => ({
      id: "c24",
      what: `${kind} refuses a file that changed since it was read, also under another name`,
      draft: "first",
      run: async (make) => {
        await using at = make({ "f.txt": "old\n" });
        symlinkSync("f.txt", at.at("link"));
        const change = (path: string) =>
          kind === "edit"
            ? at.edit({ file_path: path, old_string: "old", new_string: "new" })
            : at.write({ path, content: "new" });
        for (const [read, changed] of [
          ["f.txt", "f.txt"],
          ["link", "f.txt"],
          ["f.txt", "link"],
        ] as const) {
          writeFileSync(at.at("f.txt"), "old\n");
          await at.read({ path: read });
          writeFileSync(at.at("f.txt"), "old!\n");
          expect((await change(changed)).failed).toBe(true);
          expect(at.text("f.txt")).toBe("old!\n");
        }
        await at.read({ path: "f.txt" });
        expect((await change("f.txt")).failed).toBe(false);
      },
    }),
  ),
];

export const CHANGES: readonly Check[] = [...EDITS, ...KEPT, ...TOGETHER];
