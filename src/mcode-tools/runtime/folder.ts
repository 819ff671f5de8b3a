import { createHash, randomBytes } from "node:crypto";
import { lstatSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, realpath, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { geteuid } from "node:process";
import type { Environment } from "../../config/host.ts";
import { ownerText, thisProcess } from "../../config/owner.ts";
import { brokerFault } from "../broker/errors.ts";
import { CAPABILITY_BYTES } from "../broker/limits.ts";

/** Unix sockets take about a hundred bytes of path, one system less than the other. */
export const MAX_SOCKET_PATH_BYTES = 100;
/** What the folders of hosts are called; `mkdtemp` adds six characters. */
export const FOLDER_PREFIX = "turnkit-mcode-";
export const FOLDER_NAME = /^turnkit-mcode-[A-Za-z0-9]{6}$/;

/** Everything a runtime folder may hold, in the order in which it is removed. */
export const KNOWN_FILES = [
  "run/mcode-auth-lease-v1.sock",
  "run/mcode-auth-lease-v1.cap",
  "run/mcode-auth-lease-v1.cap.new",
  "run/mcode-connector-v1.sock",
  "bin/mcode-tools",
  "bin/mcode-tools.cmd",
  "bin/mcode-tools.ps1",
  "bin/turnkit",
] as const;
export const KNOWN_FOLDERS = ["run", "bin"] as const;
export const OWNER_FILE = "owner.json";

/** The private folder of one host: its sockets, its capability, its launchers. */
export interface RuntimeFolder {
  readonly path: string;
  readonly brokerEndpoint: string;
  readonly connectorEndpoint: string;
  readonly capabilityFile: string;
  readonly launcherFolder: string;
  readonly capability: string;
  remove(): Promise<void>;
  /** As `remove`, for the last moment of a process. */
  removeNow(): void;
}

export interface FolderFacts {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** Folders in which hosts make theirs: `$XDG_RUNTIME_DIR` where it can be used, else the short temporary one. */
export function baseFolders({ env, platform }: FolderFacts): readonly string[] {
  if (platform === "win32") return [tmpdir()];
  const runtime = env.XDG_RUNTIME_DIR;
  const usable = runtime !== undefined && isAbsolute(runtime) && fitsSocket(runtime) && isOwn(runtime);
  // The launchers' folder must stand on PATH as one entry.
  return usable && !runtime.includes(delimiter) ? [runtime, "/tmp"] : ["/tmp"];
}

/**
 * Whether nobody but this user can rename what is made in a folder (XDG: owned, 0700). After `su` the variable
 * names the other user's, who could put programs and sockets of his own under a host's names.
 */
function isOwn(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === geteuid?.() && (found.mode & 0o022) === 0;
}

/** Makes the folder, 0700, with its owner record and a new capability. */
export async function createRuntimeFolder(facts: FolderFacts): Promise<RuntimeFolder> {
  const path = await makeFolder(facts);
  const folder = folderAt(path, facts.platform, randomBytes(CAPABILITY_BYTES).toString("base64url"));
  try {
    await writeFile(join(path, OWNER_FILE), ownerText(await thisProcess(facts.platform)), { mode: 0o600 });
    for (const name of KNOWN_FOLDERS) await mkdir(join(path, name), { mode: 0o700 });
    const draft = `${folder.capabilityFile}.new`;
    await writeFile(draft, `${folder.capability}\n`, { mode: 0o600, flag: "wx" });
    await rename(draft, folder.capabilityFile);
    return folder;
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

async function makeFolder(facts: FolderFacts): Promise<string> {
  let problem: unknown;
  for (const base of baseFolders(facts)) {
    try {
      const real = await realpath(base);
      if (facts.platform !== "win32" && !fitsSocket(real))
        throw brokerFault.endpointTooLong(socketIn(real), MAX_SOCKET_PATH_BYTES);
      const path = await mkdtemp(join(real, FOLDER_PREFIX));
      await chmod(path, 0o700);
      return path;
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

function fitsSocket(base: string): boolean {
  return Buffer.byteLength(socketIn(base)) < MAX_SOCKET_PATH_BYTES;
}

function socketIn(base: string): string {
  return join(base, `${FOLDER_PREFIX}XXXXXX`, KNOWN_FILES[0]);
}

function folderAt(path: string, platform: NodeJS.Platform, capability: string): RuntimeFolder {
  const windows = platform === "win32";
  return {
    path,
    capability,
    brokerEndpoint: windows ? pipeName("mcode-auth-lease", path) : join(path, "run/mcode-auth-lease-v1.sock"),
    connectorEndpoint: windows
      ? pipeName("mcode-connector", path)
      : join(path, "run/mcode-connector-v1.sock"),
    capabilityFile: join(path, "run", "mcode-auth-lease-v1.cap"),
    launcherFolder: join(path, "bin"),
    remove: () => removeKnown(path),
    removeNow: () => removeKnownNow(path),
  };
}

/** `\\.\pipe\NAME-<16 hex of the SHA-256 of the lower-cased canonical folder>` */
export function pipeName(name: string, folder: string): string {
  const hash = createHash("sha256").update(folder.toLowerCase()).digest("hex").slice(0, 16);
  return `\\\\.\\pipe\\${name}-${hash}`;
}

/** Removes what a host put there and nothing else: never recursively, and never through a link. */
export async function removeKnown(path: string): Promise<void> {
  const linked = await linkedFolders(path);
  for (const name of [...KNOWN_FILES, OWNER_FILE]) {
    if (!linked.some((folder) => name.startsWith(`${folder}/`)))
      await rm(join(path, name), { force: true }).catch(() => undefined);
  }
  for (const name of [...KNOWN_FOLDERS, ""]) await removeEmpty(join(path, name));
}

/** What stands under a folder's name and is none: what lies behind it belongs to somebody else. */
async function linkedFolders(path: string): Promise<readonly string[]> {
  const linked: string[] = [];
  for (const name of KNOWN_FOLDERS) if (!(await isFolder(join(path, name)))) linked.push(name);
  return linked;
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}

async function removeEmpty(path: string): Promise<void> {
  if (await isFolder(path)) await rmdir(path).catch(() => undefined);
}

function removeKnownNow(path: string): void {
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch {
      // Gone already, or not empty: then something foreign is in it, which stays.
    }
  };
  for (const name of [...KNOWN_FILES, OWNER_FILE]) {
    attempt(() => {
      const file = join(path, name);
      if (lstatSync(dirname(file)).isDirectory()) unlinkSync(file);
    });
  }
  for (const name of [...KNOWN_FOLDERS, ""]) attempt(() => rmdirSync(join(path, name)));
}
