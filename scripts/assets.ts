import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { sourceAsset, sourceAssetNames } from "../src/config/assets-of-source.ts";
import { WASM_ASSETS } from "../src/config/wasm-assets.ts";
import type { Target } from "./targets.ts";

export interface EmbeddedFile {
  /** As `src/config/assets.ts` asks for it. */
  readonly name: string;
  readonly file: string;
  /** Big and rarely used: stored with gzip. */
  readonly compress: boolean;
}

/** Every file that goes into the binary of one target, sorted: the order decides the bytes. */
export function embeddedAssets(root: string, target: Target): EmbeddedFile[] {
  const own = sourceAssetNames().filter((name) => name !== "rg");
  const assets = own.map((name) => ({
    name,
    file: sourceAsset(name) ?? join(root, name),
    compress: Object.hasOwn(WASM_ASSETS, name),
  }));
  assets.push({ name: "rg", file: ripgrepOf(root, target), compress: false });
  return assets.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The target's rg, from its package. Another platform's package is not installed here: Bun installs it into
 * the build folder, held to the lock file.
 */
function ripgrepOf(root: string, target: Target): string {
  const program = join(target.ripgrep, "bin", target.executable.endsWith(".exe") ? "rg.exe" : "rg");
  const here = join(root, "node_modules", program);
  if (existsSync(here)) return here;
  const folder = join(root, "build", "foreign");
  const foreign = join(folder, "node_modules", program);
  if (!existsSync(foreign)) installForeign(root, folder);
  if (!existsSync(foreign)) throw new Error(`Cannot find ${program} after installing it into build/foreign`);
  return foreign;
}

function installForeign(root: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "bun.lock"]) {
    copyFileSync(join(root, name), join(folder, name));
  }
  const command = [process.execPath, "install", "--frozen-lockfile", "--os=*", "--cpu=*", "--ignore-scripts"];
  const { exitCode } = Bun.spawnSync(command, { cwd: folder, stdout: "ignore", stderr: "inherit" });
  if (exitCode !== 0) process.exit(1);
}
