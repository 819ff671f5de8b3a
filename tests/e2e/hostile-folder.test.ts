import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { turnkit } from "../support/binary.ts";
import { workspace } from "../support/workspace.ts";

const MARK = 'require("node:fs").writeFileSync(require("node:path").join(__dirname, "MARKER"), "ran");';

/** A folder in which everything that a Bun program may pick up by itself tries to do harm. */
function hostileFolder() {
  return workspace({
    "bunfig.toml": 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n',
    "evil.js": MARK,
    ".env": "MINIMAX_DATA_DIR=./stolen\nNO_COLOR=\nFAKE_KEY=from-dotenv\n",
    ".env.local": "MINIMAX_DATA_DIR=./stolen\n",
    ".env.production": "MINIMAX_DATA_DIR=./stolen\n",
    "tsconfig.json": '{"compilerOptions": {"paths": {"*": ["./evil.js"]}}}',
    "package.json":
      '{"type": "commonjs", "imports": {"#x": "./evil.js"}, "scripts": {"preinstall": "node evil.js"}}',
    "node_modules/@stricli/core/index.js": MARK,
  });
}

test.each([
  [["--version"]],
  [["--help"]],
  [["completions", "bash"]],
  [["catalog", "--no-mcp", "--format", "json"]],
])("j1, j2: %p in a hostile folder runs and obeys nothing of it", async (args) => {
  using folder = hostileFolder();
  const there = await turnkit(args, { cwd: folder.path });
  using plain = workspace();
  const here = await turnkit(args, { cwd: plain.path });
  expect(existsSync(join(folder.path, "MARKER"))).toBe(false);
  expect(existsSync(join(folder.path, "stolen"))).toBe(false);
  expect({ ...there }).toEqual({ ...here });
});
