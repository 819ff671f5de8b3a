import { basename, dirname } from "node:path";
import type { PathGuard } from "../../contract/path-guard.ts";
import { nearest } from "../../output/nearest.ts";
import { LISTED_FOR_NAMES } from "./limits.ts";
import { fileTexts } from "./texts.ts";

/** A hint that names what lies beside a path that does not exist and is called like it; undefined without any. */
export async function nearestPathsHint(paths: PathGuard, given: string): Promise<string | undefined> {
  const folder = dirname(given);
  const listed = await paths.list(folder, LISTED_FOR_NAMES).catch(() => undefined);
  if (listed === undefined || !listed.ok) return undefined;
  // A link that leads nowhere is itself in the list.
  const names = listed.entries.map(({ name }) => name).filter((name) => name !== basename(given));
  const near = nearest(basename(given), names).map((name) => (folder === "." ? name : `${folder}/${name}`));
  return near.length === 0 ? undefined : fileTexts.nearestPaths(near);
}
