import { lstat } from "node:fs/promises";
import { assetBytes, assetPath } from "../../config/assets.ts";
import { artifactPaths, placeArtifact } from "./place.ts";
import { PLACES } from "./places.ts";

/** Where a fetch into the repository put it before the build (`--out .`): there it becomes part of the binary. */
const FOLDER = `${PLACES.parent}/${PLACES.folder}`;
const ASSETS = {
  cli: `${FOLDER}/${PLACES.cli}`,
  manifest: `${FOLDER}/${PLACES.manifest}`,
  notices: `${PLACES.parent}/${PLACES.notices}`,
} as const;

/**
 * Installs the artifact that this binary was built with below `out`, when there is one and nothing is installed
 * there. It is checked like a fetched one before each use.
 */
export async function placeEmbedded(out: string, platform: NodeJS.Platform): Promise<void> {
  if (Object.values(ASSETS).some((name) => assetPath(name) === undefined)) return;
  const paths = artifactPaths(out);
  if ((await lstat(paths.folder).catch(() => undefined)) !== undefined) return;
  const { cli, manifest, notices } = ASSETS;
  const content = { cli: assetBytes(cli), manifest: assetBytes(manifest), notices: assetBytes(notices) };
  await placeArtifact(paths, content, platform);
}
