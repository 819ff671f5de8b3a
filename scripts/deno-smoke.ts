/** The sources must run under Deno too: its catalog must equal, byte for byte, what the binary prints. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { thisMachine } from "./targets.ts";

const ROOT = resolve(import.meta.dirname, "..");
const BINARY = join(ROOT, "dist", thisMachine().executable);
const CATALOG = ["catalog", "--no-mcp", "--format", "json"];

if (!existsSync(BINARY)) fail("There is no binary to compare with: run `bun run build` first");
const fromBinary = output([BINARY, ...CATALOG]);
const fromDeno = output([join(ROOT, "node_modules/.bin/deno"), "task", "-q", "start", ...CATALOG]);
if (fromDeno !== fromBinary) {
  fail(`The catalogs differ: Deno printed ${fromDeno.length} characters, the binary ${fromBinary.length}`);
}
console.log(`deno smoke: ok, ${fromDeno.length} characters equal`);

function output(command: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd: ROOT });
  if (exitCode !== 0) fail(`${command.join(" ")} ended with ${exitCode}\n${stderr.toString()}`);
  return stdout.toString();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
