import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { WASM_ASSETS } from "./wasm-assets.ts";

/** Folders of the repository whose files are assets, under their path in it; the build embeds the same. */
const FOLDERS = ["launchers", "embedded"];

let files: ReadonlyMap<string, string> | undefined;

/** Path of an asset in the repository, or of rg in its package; undefined when there is none of this name. */
export function sourceAsset(name: string): string | undefined {
  return list().get(name);
}

export function sourceAssetNames(): string[] {
  return [...list().keys()].sort();
}

function list(): ReadonlyMap<string, string> {
  files ??= new Map([...FOLDERS.flatMap(filesBelow), ...wasmPrograms(), ...ripgrep()]);
  return files;
}

function root(): string {
  return resolve(import.meta.dirname, "../..");
}

function filesBelow(folder: string): [string, string][] {
  const path = join(root(), folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root(), file).replaceAll("\\", "/"), file]);
}

function wasmPrograms(): [string, string][] {
  return Object.entries(WASM_ASSETS)
    .map(([name, file]): [string, string] => [name, join(root(), "node_modules", file)])
    .filter(([, file]) => existsSync(file));
}

function ripgrep(): [string, string][] {
  // Not imported: the compiled program has this module too, and never asks it.
  const { arch, platform } = process.getBuiltinModule("node:os");
  const program = platform() === "win32" ? "rg.exe" : "rg";
  const file = join(root(), "node_modules", `@vscode/ripgrep-${platform()}-${arch()}`, "bin", program);
  return existsSync(file) ? [["rg", file]] : [];
}
