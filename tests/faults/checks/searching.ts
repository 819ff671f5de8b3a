import { expect } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { workspace } from "../../support/workspace.ts";
import type { Check } from "../subject.ts";

function check(id: string, draft: "first" | "second", what: string, run: Check["run"]): Check {
  return { id, what, draft, run };
}

/** What was found, without notes. */
const found = ({ text }: { readonly text: string }) =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("["))
    .sort();

const CONTENT = { output_mode: "content" };
const REPOSITORY = { ".git/HEAD": "" };

export const SEARCHING: readonly Check[] = [
  check(
    "e1",
    "first",
    "a pattern that starts with a dash is searched for, not read as an option",
    async (make) => {
      for (const pattern of ["-n", "--", "->", "--files", "-e x"]) {
        await using at = make({ "a.txt": `before ${pattern} after\n`, "b.txt": "nothing\n" });
        expect((await at.grep({ pattern, ...CONTENT })).text).toBe(`a.txt:1:before ${pattern} after`);
      }
    },
  ),
  check("e3", "first", "dot paths are found when they are named", async (make) => {
    await using at = make({ ".github/workflows/ci.yml": "", ".github/other.yml": "" });
    const { text } = await at.glob({ pattern: ".github/workflows/*.yml" });
    expect(text).toBe(".github/workflows/ci.yml");
  }),
  check("e4", "first", "the exact path of an ignored file finds it", async (make) => {
    await using at = make({ ...REPOSITORY, ".gitignore": "dist/*\n", "dist/a.js": "" });
    expect((await at.glob({ pattern: "dist/a.js" })).text).toBe("dist/a.js");
  }),
  check("e4", "first", "where ignore rules hide all matches, that is told", async (make) => {
    await using at = make({ ".ignore": "*.log\n", "a.log": "", "b/c.log": "" });
    const { failed, text } = await at.glob({ pattern: "**/*.log" });
    expect(failed).toBe(false);
    expect(text).toContain("2 matching files are hidden by ignore rules");
  }),
  check("e5", "second", "patterns with a slash are anchored at the root and found", async (make) => {
    await using at = make({ "2026/07/26.md": "", "2026/07/27.md": "", "x/2026/07/26.md": "" });
    expect((await at.glob({ pattern: "2026/07/26.md" })).text).toBe("2026/07/26.md");
    expect(found(await at.glob({ pattern: "2026/07/*.md" }))).toEqual(["2026/07/26.md", "2026/07/27.md"]);
  }),
  check(
    "e6",
    "second",
    "on Windows a backslash separates folders, and anchored patterns match as on POSIX",
    async (make) => {
      await using at = make();
      expect(at.matches("src\\*.ts", "src/a.ts", "win32")).toBe(true);
      expect(at.matches("*/SKILL.md", "x/SKILL.md", "win32")).toBe(true);
      expect(at.matches("src\\*.ts", "src\\a.ts", "linux")).toBe(false);
    },
  ),
  check("e7", "second", "a folder, however it is written, and the exact file agree", async (make) => {
    await using at = make({ "sub/a.txt": "needle\n", "b.txt": "" });
    for (const path of [undefined, ".", "sub", "sub/", "./sub", at.at("sub"), "sub/a.txt"]) {
      expect((await at.grep({ pattern: "needle", path, ...CONTENT })).text).toBe("sub/a.txt:1:needle");
    }
  }),
  check(
    "e7",
    "second",
    "glob agrees with find below a folder, however the folder is written",
    async (make) => {
      await using at = make({ "sub/a.x": "", "sub/deep/b.x": "", "other/c.x": "" });
      expect(found(await at.glob({ pattern: "sub/**/*.x" }))).toEqual(["sub/a.x", "sub/deep/b.x"]);
      for (const path of ["sub", "sub/", "./sub", at.at("sub")]) {
        expect(found(await at.glob({ pattern: "**/*.x", path }))).toEqual(["a.x", "deep/b.x"]);
      }
    },
  ),
  check(
    "e8",
    "first",
    "a bad regular expression is an error that explains and points at literal",
    async (make) => {
      await using at = make({ "a.txt": "f(x)\n" });
      const { failed, text } = await at.grep({ pattern: "f(" });
      expect(failed).toBe(true);
      expect(text).toContain("unclosed group");
      expect(text).toContain("literal");
    },
  ),
  check("e11", "second", "a dangling link beside a hit changes nothing", async (make) => {
    await using at = make({ "a.txt": "needle\n" });
    symlinkSync("nowhere", at.at("dangling"));
    const { failed, text } = await at.grep({ pattern: "needle", ...CONTENT });
    expect({ failed, text }).toEqual({ failed: false, text: "a.txt:1:needle" });
  }),
  check("e12", "second", "nothing found is no failure", async (make) => {
    await using at = make({ "a.txt": "x\n" });
    const { failed, text } = await at.grep({ pattern: "absent" });
    expect(failed).toBe(false);
    expect(text).toContain('Nothing found for "absent"');
  }),
  ...["files_with_matches", "content", "count"].map((output_mode) =>
    check("e13", "first", `secrets do not show in mode ${output_mode}, and that is said`, async (make) => {
      const secrets = { ".env": "TOKEN=abc\n", id_rsa: "TOKEN\n", "sub/.aws/credentials": "TOKEN\n" };
      await using at = make({ ...secrets, "a.txt": "TOKEN\n" });
      const { text } = await at.grep({ pattern: "TOKEN", output_mode, context: 2 });
      expect(text).toStartWith("a.txt");
      expect(text).toContain("left out");
      expect(text).not.toMatch(/env|rsa|aws|abc/);
    }),
  ),
  check("e13", "first", "secrets are left out by glob, and that is said but not which", async (make) => {
    await using at = make({ ".env": "TOKEN=1", id_rsa: "key", ".env.example": "", "a.txt": "" });
    const { text } = await at.glob({ pattern: "**" });
    expect(text.split("\n")).toEqual([".env.example", "a.txt", expect.stringContaining("left out")]);
  }),
  check(
    "e16",
    "first",
    "what a rule denies is filtered from what is found, from above and from beside",
    async (make) => {
      const files = { "private/a.txt": "KEY\n", "sub/private/b.txt": "KEY\n", "sub/c.txt": "KEY\n" };
      await using at = make(files, { deny: ["read(private/**)"] });
      for (const path of [undefined, "sub"]) {
        expect(found(await at.grep({ pattern: "KEY", path }))).toEqual(["sub/c.txt", "sub/private/b.txt"]);
      }
      expect((await at.grep({ pattern: "KEY", path: "private" })).failed).toBe(true);
    },
  ),
  check("e17", "second", "grep in the shell is the real one and sees ignored files", async (make) => {
    await using at = make({ ...REPOSITORY, ".gitignore": "hidden.txt\n", "hidden.txt": "needle\n" });
    expect((await at.bash({ command: "grep -rl needle ." })).text).toBe("./hidden.txt\n");
  }),
  check(
    "e19",
    "second",
    "link cycles and links out of the root end the search with what is inside",
    async (make) => {
      using outside = workspace({ "b.txt": "needle\n" });
      await using at = make({ "sub/a.txt": "needle\n" });
      symlinkSync(".", at.at("sub/sub"));
      symlinkSync(outside.path, at.at("sub/outside"));
      expect((await at.grep({ pattern: "needle", ...CONTENT })).text).toBe("sub/a.txt:1:needle");
      expect((await at.glob({ pattern: "**/*.txt" })).text).toBe("sub/a.txt");
    },
  ),
  {
    id: "e21",
    what: "a FIFO does not stop a search",
    draft: "second",
    hangs: true,
    run: async (make) => {
      await using at = make({ "sub/a.txt": "needle\n" });
      mkdirSync(at.at("z"));
      execFileSync("mkfifo", [at.at("sub/pipe"), at.at("z/pipe.txt")]);
      expect((await at.grep({ pattern: "needle", ...CONTENT })).text).toBe("sub/a.txt:1:needle");
      expect((await at.glob({ pattern: "**/*.txt" })).text).toBe("sub/a.txt");
      expect((await at.grep({ pattern: "needle", path: "sub/pipe" })).failed).toBe(true);
    },
  },
  check("b19", "second", "a match in a binary file that is named is told in one line", async (make) => {
    const binary = Buffer.concat([Buffer.from("needle "), Buffer.alloc(5_000_000), Buffer.from("needle")]);
    await using at = make({ "a.bin": binary, "b.txt": "needle\n" });
    expect((await at.grep({ pattern: "needle", ...CONTENT })).text).toBe("b.txt:1:needle");
    const { text } = await at.grep({ pattern: "needle", path: "a.bin", ...CONTENT });
    expect(text).toBe("a.bin: binary file matches");
  }),
];
