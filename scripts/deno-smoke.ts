/**
 * The sources must run under Deno too: its catalog must equal, byte for byte, what the binary prints, and so must
 * what `read` says of a picture, which is decoded in a thread of its own.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { thisMachine } from "./targets.ts";

const ROOT = resolve(import.meta.dirname, "..");
const BINARY = join(ROOT, "dist", thisMachine().executable);
/** 8×8 red pixels. */
const JPEG =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k=";
const CATALOG = ["catalog", "--no-mcp", "--format", "json"];

if (!existsSync(BINARY)) fail("There is no binary to compare with: run `bun run build` first");
const folder = mkdtempSync(join(tmpdir(), "turnkit-deno-"));
try {
  const file = join(folder, "x.jpg");
  writeFileSync(file, Buffer.from(JPEG, "base64"));
  mustEqual("catalogs", CATALOG);
  mustEqual("pictures", ["call", "read", "--args", JSON.stringify({ path: file })]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function mustEqual(what: string, command: string[]): void {
  const fromBinary = output([BINARY, ...command]);
  const fromDeno = output([join(ROOT, "node_modules/.bin/deno"), "task", "-q", "start", ...command]);
  if (fromDeno !== fromBinary) {
    fail(`The ${what} differ: Deno printed ${fromDeno.length} characters, the binary ${fromBinary.length}`);
  }
  console.log(`deno smoke, ${what}: ok, ${fromDeno.length} characters equal`);
}

function output(command: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd: ROOT });
  if (exitCode !== 0) fail(`${command.join(" ")} ended with ${exitCode}\n${stderr.toString()}`);
  return stdout.toString();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
