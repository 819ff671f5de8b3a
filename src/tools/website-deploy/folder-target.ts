import { lstat, mkdir, open, readdir, readlink, rename, rm, symlink, unlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { syncFolder } from "../../config/atomic-write.ts";
import { withLock } from "../../config/owner.ts";
import type { PathGuard } from "../../contract/path-guard.ts";
import { isFault } from "../../output/fault.ts";
import { systemCode } from "../../output/system-error.ts";
import { deployFault } from "./errors.ts";
import { DEPLOY_LOCK_WAIT_MS, KEPT_RELEASES } from "./limits.ts";
import { contentOf } from "./site-content.ts";
import type { Site } from "./site-files.ts";

export interface FolderDeployment {
  readonly paths: PathGuard;
  readonly site: Site;
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly now: number;
  readonly signal?: AbortSignal;
}

export interface FolderDeployed {
  /** What visitors are shown: a link to the release. */
  readonly place: string;
  readonly release: string;
}

/** A web server must be able to read what is published. */
const [FOLDER_MODE, FILE_MODE] = [0o755, 0o644];
const RELEASE = /^\d{8}-\d{6}-[0-9a-f]{8}$/;

/**
 * Copies the site into a release of its own, and then switches `<folder>/<name>`, a link, over to it with one
 * rename. Where anything fails before that, the old release stays, and nothing of the new one.
 * @throws Fault.
 */
export async function deployToFolder(deployment: FolderDeployment): Promise<FolderDeployed> {
  const { folder, name, platform } = deployment;
  const place = join(folder, name);
  const releases = join(folder, ".releases", name);
  try {
    await mkdir(releases, { recursive: true, mode: FOLDER_MODE });
    const options = { platform, waitMs: DEPLOY_LOCK_WAIT_MS };
    const done = await withLock(`${releases}.lock`, options, () => release(deployment, place, releases));
    if (done === undefined) throw deployFault.busy(name);
    return done.value;
  } catch (error) {
    if (isFault(error) || deployment.signal?.aborted) throw error;
    throw deployFault.unwritable(place, error);
  }
}

async function release(
  deployment: FolderDeployment,
  place: string,
  releases: string,
): Promise<FolderDeployed> {
  await refuseForeign(place, releases);
  const path = join(releases, releaseId(deployment.now));
  try {
    await copySite(deployment, path);
    await switchTo(place, path, deployment.platform);
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
  await dropOld(releases, path);
  return { place, release: path };
}

/** Only a link that a deployment made is ever replaced. */
async function refuseForeign(place: string, releases: string): Promise<void> {
  const found = await lstat(place).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined) return;
  const target = found.isSymbolicLink() ? await readlink(place) : undefined;
  if (target === undefined || !isOurs(target, place, releases)) throw deployFault.occupied(place);
}

function isOurs(target: string, place: string, releases: string): boolean {
  const inner = relative(releases, join(target.startsWith("/") ? "" : dirname(place), target));
  return RELEASE.test(inner.replaceAll(/[\\/]+$/g, ""));
}

async function copySite({ paths, site, signal }: FolderDeployment, path: string): Promise<void> {
  const made = new Set<string>();
  for (const file of site.files) {
    const target = join(path, file.path);
    const folder = dirname(target);
    if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    made.add(folder);
    const written = await open(target, "wx", FILE_MODE);
    try {
      for await (const chunk of contentOf(paths, site, file, signal)) await written.writeFile(chunk);
      await written.sync();
    } finally {
      await written.close();
    }
  }
  for (const folder of made) await syncFolder(folder);
}

/** A link cannot be overwritten, but renamed over. Windows cannot rename over a junction: there it is a moment away. */
async function switchTo(place: string, path: string, platform: NodeJS.Platform): Promise<void> {
  const next = `${path}.next`;
  if (platform === "win32") {
    await unlink(place).catch(() => undefined);
    await symlink(path, place, "junction");
    return;
  }
  await symlink(relative(dirname(place), path), next);
  try {
    await rename(next, place);
  } catch (error) {
    await unlink(next).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(place));
}

/** Ids sort by time; what is no release of ours is let be. */
async function dropOld(releases: string, current: string): Promise<void> {
  const ids = (await readdir(releases)).filter((id) => RELEASE.test(id)).sort();
  const kept = ids.filter((id) => join(releases, id) !== current).slice(-(KEPT_RELEASES - 1));
  for (const id of ids) {
    const path = join(releases, id);
    if (path !== current && !kept.includes(id)) await rm(path, { recursive: true, force: true });
  }
}

function releaseId(now: number): string {
  const [day = "", clock = ""] = new Date(now).toISOString().split(/[T.]/);
  return `${day.replaceAll("-", "")}-${clock.replaceAll(":", "")}-${crypto.randomUUID().slice(0, 8)}`;
}
