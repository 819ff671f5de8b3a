/**
 * Holds the house to its plan: arrows between rooms, globals only at the edge, file sizes, one version.
 * Prints one line per finding and ends with 1 when there is any.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { VERSION } from "../src/config/version.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MAX_LINES = 400;

/** Lower may not import higher, and rooms of one rank do not know each other (ARCHITECTURE.md). */
const RANKS: Readonly<Record<string, number>> = {
  output: 0,
  config: 1,
  contract: 2,
  media: 2,
  tools: 3,
  mcp: 3,
  extensions: 3,
  catalog: 4,
  permissions: 4,
  "mcode-tools": 4,
  turn: 5,
  serve: 5,
  cli: 6,
  "main.ts": 7,
};

const GLOBALS = /\bprocess\.(exit|env|argv|cwd|stdout|stderr|stdin|chdir|on)\b|\bconsole\.\w+\(/;
/** The outermost edge: where the real process is turned into a `Host`. */
const EDGE = /^src\/(main\.ts|cli\/host[a-z-]*\.ts)$/;
const RUNTIME_ONLY = /\b(Bun|Deno)\./;
const RUNTIME_MODULE = /^src\/config\/(runtime|assets)[a-z-]*\.ts$/;
const UNFINISHED = /\b(TODO|FIXME|XXX)\b|\b[Nn]ot (yet )?implemented/;

const findings: string[] = [];

for (const file of sources("src")) checkSource(file);
for (const folder of ["scripts", "tests", "bench"]) for (const file of sources(folder)) checkLength(file);
if (packageJson.version !== VERSION)
  findings.push("src/config/version.ts: VERSION differs from package.json");

for (const finding of findings) console.log(finding);
console.log(findings.length === 0 ? "structure: ok" : `structure: ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

function checkSource(file: string): void {
  const text = checkLength(file);
  const lines = text.split("\n");
  lines.forEach((line, index) => {
    const at = `${file}:${index + 1}`;
    const code = line.replace(/^\s*(\*|\/\/|\/\*).*$/, "");
    if (!EDGE.test(file) && GLOBALS.test(code))
      findings.push(`${at}: a global of the process outside the edge`);
    if (!RUNTIME_MODULE.test(file) && RUNTIME_ONLY.test(code)) {
      findings.push(`${at}: an API of one runtime outside its module`);
    }
    if (UNFINISHED.test(line)) findings.push(`${at}: unfinished business`);
    if (/^export default\b/.test(code)) findings.push(`${at}: a default export`);
  });
  for (const match of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) checkArrow(file, match[1] ?? "");
}

function checkArrow(file: string, specifier: string): void {
  const target = relative(ROOT, resolve(ROOT, dirname(file), specifier));
  if (!specifier.endsWith(".ts") && !/\.(json|wasm|md|yaml)$/.test(specifier)) {
    findings.push(`${file}: import "${specifier}" has no extension`);
  }
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === undefined || to === undefined || from === to) return;
  const [fromRank, toRank] = [RANKS[from], RANKS[to]];
  if (fromRank === undefined) findings.push(`${file}: room "${from}" has no rank in check-structure`);
  else if (toRank === undefined || toRank >= fromRank) {
    findings.push(`${file}: an import against the arrows, ${from} -> ${to} (${specifier})`);
  }
}

function roomOf(file: string): string | undefined {
  const match = /^src\/([^/]+)/.exec(file);
  return match?.[1];
}

function checkLength(file: string): string {
  const text = readFileSync(join(ROOT, file), "utf8");
  const lines = text.split("\n").length - 1;
  if (lines > MAX_LINES) findings.push(`${file}: ${lines} lines, at most ${MAX_LINES}`);
  return text;
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?ts$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes("node_modules"))
    .sort();
}
