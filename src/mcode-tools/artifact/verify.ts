import { createHash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkManifest, type Manifest } from "./manifest.ts";
import type { ArtifactPins } from "./pins.ts";
import { type ArtifactPaths, artifactPaths, recoverPlacement } from "./place.ts";
import { PLACES } from "./places.ts";
import { texts } from "./texts.ts";

/** Of cli.mjs, or of the manifest: what a fetch would have refused. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

export type InstalledArtifact =
  | {
      readonly state: "ready";
      readonly paths: ArtifactPaths;
      readonly manifest: Manifest;
      readonly cliSha256: string;
    }
  | { readonly state: "absent" }
  | { readonly state: "mismatch"; readonly problem: string; readonly folder: string };

/**
 * The artifact below `out`, checked as 70-mcode-tools wants it before every use: its manifest, every resource
 * with its hash, nothing else in the folder, no link. A placement cut by a crash is mended first.
 */
export async function installedArtifact(
  out: string,
  platform: NodeJS.Platform,
  pins?: ArtifactPins,
): Promise<InstalledArtifact> {
  const paths = artifactPaths(out);
  await recoverPlacement(paths, platform).catch(() => undefined);
  const found = await lstat(paths.folder).catch(() => undefined);
  if (found === undefined) return { state: "absent" };
  const mismatch = (problem: string): InstalledArtifact => ({
    state: "mismatch",
    problem,
    folder: paths.folder,
  });
  if (!found.isDirectory()) return mismatch(texts.notAFolder(PLACES.folder));
  try {
    return await checkedFolder(paths, pins, mismatch);
  } catch (error) {
    return mismatch(error instanceof Error ? error.message : String(error));
  }
}

async function checkedFolder(
  paths: ArtifactPaths,
  pins: ArtifactPins | undefined,
  mismatch: (problem: string) => InstalledArtifact,
): Promise<InstalledArtifact> {
  const bytes = await plainFile(paths.folder, PLACES.manifest);
  if (typeof bytes === "string") return mismatch(bytes);
  const checked = checkManifest(bytes, { pins });
  if (!checked.ok) return mismatch(`${PLACES.manifest}: ${checked.problem}`);
  const { resources } = checked.manifest;
  const known = new Set<string>([PLACES.manifest, ...resources.map(({ path }) => path)]);
  const stranger = (await readdir(paths.folder)).find((name) => !known.has(name));
  if (stranger !== undefined) return mismatch(texts.stranger(stranger));
  for (const { path, sha256 } of resources) {
    const content = await plainFile(paths.folder, path);
    if (typeof content === "string") return mismatch(content);
    const got = createHash("sha256").update(content).digest("hex");
    if (got !== sha256) return mismatch(texts.hashDiffers(path, sha256, got));
  }
  const cliSha256 = resources.find(({ path }) => path === PLACES.cli)?.sha256 ?? "";
  return { state: "ready", paths, manifest: checked.manifest, cliSha256 };
}

/** The bytes of a regular file, or the words for what is wrong with it. */
async function plainFile(folder: string, name: string): Promise<Uint8Array | string> {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return texts.absent(name);
  if (!found.isFile()) return texts.notAFile(name);
  if (found.size > MAX_FILE_BYTES) return texts.tooBig(name, MAX_FILE_BYTES, found.size);
  return readFile(path);
}
