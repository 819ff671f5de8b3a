import { type Stats, unlinkSync } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { assetBytes, assetPath, embeddedAsset } from "./assets.ts";
import { atomicWrite } from "./atomic-write.ts";
import { configFault } from "./errors.ts";
import { ensurePrivateFolder } from "./private-folder.ts";
import type { EmbeddedAsset } from "./registered-assets.ts";

export interface UnpackOptions {
  /** The folder of caches; the program goes below it, under its SHA-256. */
  readonly cacheDir: string;
  readonly platform: NodeJS.Platform;
}

const unpacked = new Map<string, Promise<string>>();

/**
 * The path of an embedded program that can be started; undefined when it is not embedded. From source that is the
 * file itself. Compiled, it is unpacked once under its SHA-256, mode 0700, atomically: checked by hash when
 * unpacked, by size, mode and owner once per process (80-build).
 * @throws Fault `program_unpackable` when the cache cannot hold it.
 */
export async function unpackProgram(name: string, options: UnpackOptions): Promise<string | undefined> {
  const asset = embeddedAsset(name);
  if (asset === undefined) return assetPath(name);
  const target = targetOf(name, asset, options);
  const known = unpacked.get(target);
  if (known !== undefined) return known;
  const work = present(name, asset, { target, platform: options.platform });
  unpacked.set(target, work);
  work.catch(() => unpacked.delete(target));
  return work;
}

/** Whether the unpacked program still has the bytes it was embedded with; for doctor. */
export async function isProgramIntact(name: string, options: UnpackOptions): Promise<boolean> {
  const asset = embeddedAsset(name);
  if (asset === undefined) return assetPath(name) !== undefined;
  const bytes = await readFile(targetOf(name, asset, options)).catch(() => undefined);
  return bytes !== undefined && (await hashOf(bytes)) === asset.sha256;
}

function targetOf(name: string, asset: EmbeddedAsset, options: UnpackOptions): string {
  const file = options.platform === "win32" ? `${basename(name)}.exe` : basename(name);
  return join(options.cacheDir, "programs", asset.sha256, file);
}

interface Place {
  readonly target: string;
  readonly platform: NodeJS.Platform;
}

async function present(name: string, asset: EmbeddedAsset, place: Place): Promise<string> {
  if (await isTrusted(asset, place)) return place.target;
  try {
    await unpack(name, asset, place.target);
  } catch (error) {
    throw configFault.programUnpackable(name, place.target, error);
  }
  if (!(await isTrusted(asset, place))) throw configFault.programUnpackable(name, place.target, undefined);
  return place.target;
}

async function unpack(name: string, asset: EmbeddedAsset, target: string): Promise<void> {
  await ensurePrivateFolder(dirname(target));
  const there = await lstat(target).catch(() => undefined);
  // Written through, a link would change a file somewhere else.
  if (there?.isSymbolicLink()) unlinkSync(target);
  await atomicWrite(target, assetBytes(name), { mode: 0o700 });
  const written = await hashOf(await readFile(target));
  if (written === asset.sha256) return;
  unlinkSync(target);
  throw new Error(`expected SHA-256 ${asset.sha256}, got ${written}`);
}

/** Size, mode and owner of the program, owner and mode of its folder: nobody else can have put it there. */
async function isTrusted(asset: EmbeddedAsset, { target, platform }: Place): Promise<boolean> {
  const [file, folder] = await Promise.all(
    [target, dirname(target)].map((path) => lstat(path).catch(() => undefined)),
  );
  if (!file?.isFile() || !folder?.isDirectory() || file.size !== asset.bytes) return false;
  if (platform === "win32") return true;
  return isOwn(file) && isOwn(folder) && (file.mode & 0o777) === 0o700;
}

function isOwn(stat: Stats): boolean {
  return stat.uid === userInfo().uid && (stat.mode & 0o022) === 0;
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const { createHash } = await import("node:crypto");
  return createHash("sha256").update(bytes).digest("hex");
}
