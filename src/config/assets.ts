import { readFileSync } from "node:fs";
import { sourceAsset, sourceAssetNames } from "./assets-of-source.ts";
import { type EmbeddedAsset, registeredAssets } from "./registered-assets.ts";

/** Names of all assets, sorted: paths in the repository (`launchers/mcode-tools`), and `rg`. */
export function assetNames(): string[] {
  const embedded = registeredAssets();
  return embedded === undefined ? sourceAssetNames() : [...embedded.keys()].sort();
}

/** What the build recorded of an asset; undefined from source, and for a name that is not embedded. */
export function embeddedAsset(name: string): EmbeddedAsset | undefined {
  return registeredAssets()?.get(name);
}

/** The file that holds an asset; undefined when there is none of this name. Embedded ones can only be read. */
export function assetPath(name: string): string | undefined {
  const embedded = registeredAssets();
  return embedded === undefined ? sourceAsset(name) : embedded.get(name)?.path;
}

/** The bytes of an asset. @throws Error for an unknown name: names are constants of the program. */
export function assetBytes(name: string): Uint8Array {
  const path = assetPath(name);
  if (path === undefined) throw new Error(`There is no asset "${name}"`);
  const stored = readFileSync(path);
  if (embeddedAsset(name)?.gzip !== true) return stored;
  // Not imported: zlib brings the stream machinery along, and few starts open a compressed asset.
  return process.getBuiltinModule("node:zlib").gunzipSync(stored);
}

/** The text of an asset, UTF-8. @throws Error for an unknown name. */
export function assetText(name: string): string {
  return new TextDecoder().decode(assetBytes(name));
}
