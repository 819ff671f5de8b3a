/**
 * Makes the binaries: `bun run build` one for this machine (dist/turnkit), `--target NAME` (repeatable) or
 * `--target all` one per platform (dist/<target>/turnkit). Two builds of one commit are equal byte for byte.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import type { SkillHead } from "../src/config/registered-assets.ts";
import { readSkillHead } from "../src/config/skill-head.ts";
import { builtInSkillName } from "../src/config/skills.ts";
import { type EmbeddedFile, embeddedAssets } from "./assets.ts";
import { makeSnapshot } from "./definition-snapshot.ts";
import { TARGETS, type Target, thisMachine } from "./targets.ts";

const ROOT = resolve(import.meta.dirname, "..");
// The library of PDF is an asset (src/config/wasm-assets.ts); the import of it inside unpdf is never run.
const BUNDLE = ["--external=unpdf/pdfjs", "--minify", "--splitting", "--format=esm"];

const { values } = parseArgs({ options: { target: { type: "string", multiple: true } } });
for (const { target, output } of wanted(values.target)) await build(target, output);

function wanted(names: readonly string[] | undefined): { target: Target; output: string }[] {
  if (names === undefined) {
    const target = thisMachine();
    return [{ target, output: join(ROOT, "dist", target.executable) }];
  }
  const targets = names.includes("all") ? TARGETS : names.map(targetNamed);
  return targets.map((target) => ({ target, output: join(ROOT, "dist", target.name, target.executable) }));
}

function targetNamed(name: string): Target {
  const found = TARGETS.find((target) => target.name === name);
  if (found !== undefined) return found;
  console.error(
    `error: Unknown target "${name}" (--target)\nhint: ${TARGETS.map((t) => t.name).join(", ")}, all`,
  );
  process.exit(2);
}

async function build(target: Target, output: string): Promise<void> {
  const folder = join(ROOT, "build", target.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, "turnkit.ts");
  const assets = embeddedAssets(ROOT, target);
  writeFileSync(entry, entrySource(folder, assets, await skillHeads(assets)));
  writeDefinitions(folder, target);
  // Beside the entry, under the name by which `src/media/in-thread.ts` asks for it.
  const thread = join(folder, "media-thread.ts");
  writeFileSync(thread, `import ${importPath(folder, join(ROOT, "src/media/media-thread.ts"))};\n`);
  const fresh = join(folder, target.executable);
  bun([
    "--compile",
    ...(target.name === thisMachine().name ? [] : [`--target=${target.bun}`]),
    ...BUNDLE,
    "--bytecode",
    // A start runs nearly everything once: compiling it costs more than it saves. `useNormalJit` ends this.
    "--compile-jit-policy=10",
    // Else the program would read `.env` and run the `preload` of `bunfig.toml` of the user's folder.
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    "--no-compile-autoload-tsconfig",
    "--no-compile-autoload-package-json",
    entry,
    thread,
    `--outfile=${fresh}`,
  ]);
  // Of their own: with --compile even external maps end up inside the program, 6 MiB of them.
  bun(["--target=bun", ...BUNDLE, "--sourcemap=external", entry, thread, `--outdir=${join(folder, "maps")}`]);
  publish(fresh, output);
}

function bun(buildArguments: readonly string[]): void {
  const { exitCode } = Bun.spawnSync([process.execPath, "build", ...buildArguments], {
    cwd: ROOT,
    stdout: "ignore",
    stderr: "inherit",
    env: withoutBunSettings(),
  });
  if (exitCode !== 0) process.exit(1);
}

/** Registers every embedded file before the program starts; the order of the imports is the order of running. */
function entrySource(
  folder: string,
  assets: readonly EmbeddedFile[],
  heads: ReadonlyMap<string, SkillHead>,
): string {
  const from = (file: string): string => importPath(folder, file);
  const stored = assets.map((asset) => (asset.compress ? compressed(folder, asset) : asset.file));
  const lines = stored.map((file, index) => `import a${index} from ${from(file)} with { type: "file" };`);
  const table = assets.map(({ name, file, compress }, index) => {
    const content = readFileSync(file);
    const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    const head = heads.get(name);
    const more = [
      ...(compress ? ["gzip: true"] : []),
      ...(head === undefined ? [] : [`skill: ${JSON.stringify(head)}`]),
    ];
    const facts = [`path: a${index}`, `sha256: "${sha256}"`, `bytes: ${content.length}`, ...more];
    return `  ${JSON.stringify(name)}: { ${facts.join(", ")} },`;
  });
  writeFileSync(
    join(folder, "assets.ts"),
    [
      ...lines,
      `import { registerAssets } from ${from(join(ROOT, "src/config/registered-assets.ts"))};`,
      `registerAssets({\n${table.join("\n")}\n});`,
      "",
    ].join("\n"),
  );
  const first = ["./assets.ts", "./registered-definitions.ts"].map(
    (file) => `import ${JSON.stringify(file)};\n`,
  );
  return `${first.join("")}import ${from(join(ROOT, "src/main.ts"))};\n`;
}

/** What the built-in skills are listed with: a listing need not read them. */
async function skillHeads(assets: readonly EmbeddedFile[]): Promise<ReadonlyMap<string, SkillHead>> {
  const heads = new Map<string, SkillHead>();
  for (const { name, file } of assets) {
    const skill = builtInSkillName(name);
    if (skill === undefined) continue;
    heads.set(name, await readSkillHead({ file: name, text: readFileSync(file, "utf8") }, skill));
  }
  return heads;
}

/** What a listing shows of the local tools, evaluated now: it need not load them (catalog/snapshot). */
function writeDefinitions(folder: string, { platform }: Target): void {
  const definitions = JSON.stringify(makeSnapshot(platform), null, 2);
  writeFileSync(join(folder, "definitions.ts"), `export const definitions = ${definitions} as const;\n`);
  writeFileSync(
    join(folder, "registered-definitions.ts"),
    [
      `import { registerDefinitions } from ${importPath(folder, join(ROOT, "src/catalog/snapshot/registered.ts"))};`,
      'registerDefinitions(async () => (await import("./definitions.ts")).definitions);',
      "",
    ].join("\n"),
  );
}

/** Quoted, as an import in `folder` says it. */
function importPath(folder: string, file: string): string {
  return JSON.stringify(`./${relative(folder, file)}`.replaceAll("\\", "/"));
}

function compressed(folder: string, { name, file }: EmbeddedFile): string {
  const target = join(folder, `${name}.gz`);
  writeFileSync(target, gzipSync(readFileSync(file), { level: 9 }));
  return target;
}

function withoutBunSettings(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^BUN_(OPTIONS|BE_BUN|INSPECT)/.test(name));
  return Object.fromEntries(kept);
}

/** A build replaces only its own target's files, and only when it is whole; the source maps stand beside. */
function publish(fresh: string, output: string): void {
  const maps = `${output.replace(/\.exe$/, "")}.maps`;
  const freshMaps = join(dirname(fresh), "maps");
  mkdirSync(dirname(output), { recursive: true });
  rmSync(maps, { recursive: true, force: true });
  mkdirSync(maps);
  renameSync(fresh, output);
  for (const name of readdirSync(freshMaps)) {
    if (name.endsWith(".map")) renameSync(join(freshMaps, name), join(maps, name));
  }
  const size = (statSync(output).size / 1024 / 1024).toFixed(1);
  console.log(`${relative(ROOT, output)}  ${size} MiB`);
}
