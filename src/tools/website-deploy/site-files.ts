import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { PathGuard } from "../../contract/path-guard.ts";
import { systemReason } from "../../output/system-error.ts";
import { pathFault } from "../files/errors.ts";
import { deployFault } from "./errors.ts";
import { SITE_DEPTH, SITE_FILES } from "./limits.ts";

/** A file of the site. */
export interface SiteFile {
  /** Inside the site, with `/`. */
  readonly path: string;
  /** Absolute and real: what is opened. */
  readonly source: string;
  /** Bytes, when it was found. */
  readonly size: number;
}

/** What was not taken along. Of secrets only that there are some: neither names nor number. */
export interface LeftOut {
  hidden: number;
  links: number;
  special: number;
  secrets: boolean;
}

export interface Site {
  /** Absolute and real. */
  readonly root: string;
  /** Sorted by path. */
  readonly files: readonly SiteFile[];
  /** Bytes together. */
  readonly bytes: number;
  readonly leftOut: Readonly<LeftOut>;
}

export interface SiteBounds {
  readonly maxBytes: number;
  /** The data folder, real: its sessions and settings are not a site, nor part of one. */
  readonly ownFolder?: string;
}

/** The files below a folder that may be published. @throws Fault. */
export async function findSite(paths: PathGuard, directory: string, bounds: SiteBounds): Promise<Site> {
  const root = await paths.stat(directory, "read");
  if (!root.ok) throw pathFault(root);
  if (!root.stat.isDirectory()) throw deployFault.notAFolder(directory);
  if (lies(root.realPath, bounds.ownFolder)) throw deployFault.ownFolder(directory);
  const finder = new SiteFinder(paths, { ...bounds, given: directory, root: root.realPath });
  await finder.folder("", 0);
  if (finder.files.length === 0) throw deployFault.nothing(directory);
  const files = finder.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { root: root.realPath, files, bytes: finder.bytes, leftOut: finder.leftOut };
}

function lies(path: string, folder: string | undefined): boolean {
  return folder !== undefined && (path === folder || path.startsWith(folder + sep));
}

interface Finding extends SiteBounds {
  readonly given: string;
  readonly root: string;
}

class SiteFinder {
  readonly files: SiteFile[] = [];
  readonly leftOut: LeftOut = { hidden: 0, links: 0, special: 0, secrets: false };
  bytes = 0;
  readonly #paths: PathGuard;
  readonly #finding: Finding;

  constructor(paths: PathGuard, finding: Finding) {
    this.#paths = paths;
    this.#finding = finding;
  }

  async folder(path: string, depth: number): Promise<void> {
    const { given, root, ownFolder } = this.#finding;
    if (depth > SITE_DEPTH) throw deployFault.tooDeep(given, SITE_DEPTH);
    for (const entry of await entriesOf(join(root, path), path)) {
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      const real = join(root, below);
      if (isHidden(entry.name)) this.leftOut.hidden++;
      // As for a search, the secret list holds in every permission mode: what is published is read by anybody.
      else if (!this.#paths.admits(real, "search") || real === ownFolder) this.leftOut.secrets = true;
      else if (entry.isDirectory()) await this.folder(below, depth + 1);
      else if (entry.isFile()) await this.#file(below, real);
      else if (entry.isSymbolicLink()) await this.#link(below, real);
      else this.leftOut.special++;
    }
  }

  async #file(path: string, real: string): Promise<void> {
    const found = await this.#paths.stat(real, "read");
    if (!found.ok) throw deployFault.unreadable(path, found.message);
    this.#add({ path, source: found.realPath, size: found.stat.size });
  }

  /** Only to a file inside the folder, which is published under the link's name. */
  async #link(path: string, real: string): Promise<void> {
    const target = await this.#paths.stat(real, "search");
    const { root, ownFolder } = this.#finding;
    const inside =
      target.ok &&
      target.stat.isFile() &&
      target.realPath.startsWith(root + sep) &&
      !lies(target.realPath, ownFolder);
    if (!inside) {
      this.leftOut.links++;
      return;
    }
    const parts = target.realPath.slice(root.length + 1).split(sep);
    if (parts.some(isHidden)) this.leftOut.hidden++;
    else this.#add({ path, source: target.realPath, size: target.stat.size });
  }

  #add(file: SiteFile): void {
    const { given, maxBytes } = this.#finding;
    this.files.push(file);
    this.bytes += file.size;
    if (this.files.length > SITE_FILES) throw deployFault.tooManyFiles(given, SITE_FILES);
    if (this.bytes > maxBytes) throw deployFault.tooLarge(given, maxBytes);
  }
}

async function entriesOf(folder: string, shown: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw deployFault.unreadable(shown, systemReason(error));
  }
}

function isHidden(name: string): boolean {
  return (name.startsWith(".") && name !== ".well-known") || name === "node_modules";
}
