import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { extensionFault } from "./errors.ts";
import { texts } from "./texts.ts";
import type { Extension } from "./types.ts";

/** An extension file that the user named; `shown` is how they wrote it. */
export interface ExtensionFile {
  /** Absolute. */
  readonly path: string;
  readonly shown: string;
}

/**
 * Loads extensions from files. This runs their code: only files that the user named are loaded, never what a
 * project brings.
 * @throws Fault (exit 2): no such file, one that cannot be loaded, or without `{id, description, init}`.
 */
export async function loadExtensions(files: readonly ExtensionFile[]): Promise<readonly Extension[]> {
  const loaded: Extension[] = [];
  for (const file of files) loaded.push(await loadExtension(file));
  return loaded;
}

async function loadExtension({ path, shown }: ExtensionFile): Promise<Extension> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw extensionFault.missing(shown);
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw extensionFault.unloadable(shown, error);
  }
  const found = module.default ?? module.extension;
  if (typeof found !== "object" || found === null) throw extensionFault.shape(shown, texts.noExport);
  const problem = problemOf(found as Record<string, unknown>);
  if (problem !== undefined) throw extensionFault.shape(shown, problem);
  return found as Extension;
}

function problemOf({ id, description, init }: Record<string, unknown>): string | undefined {
  if (typeof id !== "string" || id.trim() === "") return texts.fieldMissing("id", "text");
  if (typeof description !== "string") return texts.fieldMissing("description", "text");
  return typeof init === "function" ? undefined : texts.fieldMissing("init", "function");
}
