import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Glob, parseGlob } from "../../src/tools/ripgrep/glob.ts";

function glob(pattern: string, platform: NodeJS.Platform = "linux"): Glob {
  const parsed = parseGlob(pattern, platform);
  if (typeof parsed === "string") throw new Error(parsed);
  return parsed;
}

/** Compares a path relative to the root, as the tools do: below the literal base. */
function matches(pattern: string, path: string, platform: NodeJS.Platform = "linux"): boolean {
  const { base, matches: below } = glob(pattern, platform);
  if (base === "") return below(path);
  return path.startsWith(`${base}/`) && below(path.slice(base.length + 1));
}

const TABLE: readonly [pattern: string, path: string, matches: boolean][] = [
  ["*.ts", "a.ts", true],
  ["*.ts", "deep/er/a.ts", true],
  ["*.ts", "a.tsx", false],
  ["./*.ts", "deep/a.ts", false],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/x/a.ts", false],
  ["src/*.ts", "x/src/a.ts", false],
  ["src/**/*.ts", "src/a.ts", true],
  ["src/**/*.ts", "src/x/y/a.ts", true],
  ["**/test/**", "a/test/b/c", true],
  ["**/test/**", "a/test", false],
  ["**", "a/b/c", true],
  ["src/", "src/a/b", true],
  ["a**b", "axxb", true],
  ["a?c", "abc", true],
  ["a?c", "a😀c", true],
  ["[a-c]x", "bx", true],
  ["[!a-c]x", "bx", false],
  ["[^a-c]x", "dx", true],
  ["[]x]", "]", true],
  ["app/[id]/page.ts", "app/i/page.ts", true],
  ["*.{ts,js}", "a.js", true],
  ["{src,lib}/**/*.{ts,{c,m}js}", "lib/x/a.cjs", true],
  ["{a", "{a", true],
  ["\\*.ts", "*.ts", true],
  ["\\*.ts", "a.ts", false],
  [".github/workflows/*.yml", ".github/workflows/ci.yml", true],
  ["*", ".hidden", true],
  ["2026/07/26.md", "2026/07/26.md", true],
];

for (const [pattern, path, expected] of TABLE) {
  test(`"${pattern}" ${expected ? "matches" : "does not match"} "${path}"`, () => {
    expect(matches(pattern, path)).toBe(expected);
  });
}

test("the literal folders that a pattern starts with are its base", () => {
  expect(glob("a/b/*.ts").base).toBe("a/b");
  expect(glob("a/b/c.ts").base).toBe("a/b");
  expect(glob("{a/x,a/y}/*.ts").base).toBe("a");
  expect(glob("*.ts").base).toBe("");
  expect(glob("a/./b/../c/*.ts").base).toBe("a/c");
});

test("a pattern that leaves the root, and braces without bounds, are problems", () => {
  expect(parseGlob("../x/*.ts", "linux")).toBe("leaves_root");
  expect(parseGlob("a/../../x", "linux")).toBe("leaves_root");
  expect(parseGlob("{a,b}".repeat(20), "linux")).toBe("too_many_alternatives");
});

test("name filters are given only where nothing else can match", () => {
  expect(glob("src/**/*.ts").names).toEqual(["*.ts"]);
  expect(glob("*.{ts,js}").names).toEqual(["*.ts", "*.js"]);
  expect(glob("src/**").names).toBeUndefined();
  expect(glob("[ab].ts").names).toBeUndefined();
});

test("a pattern made of a path matches that path, whatever stands in it", () => {
  const name = fc
    .stringMatching(/^[a-z.\u4e00-\u4eff]{1,8}$/)
    .filter((part) => part !== "." && part !== "..");
  fc.assert(
    fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), (names) => {
      const path = names.join("/");
      expect(matches(path, path)).toBe(true);
      expect(matches(`${path}/*`, `${path}/x`)).toBe(true);
      expect(matches(`**/${names.at(-1)}`, path)).toBe(true);
    }),
  );
});

test("many wildcards in one pattern stay cheap", () => {
  const pattern = `${"*a".repeat(40)}b`;
  expect(matches(pattern, "a".repeat(5000))).toBe(false);
  expect(matches(`${"**/a/".repeat(40)}b`, "a/".repeat(2000))).toBe(false);
});
