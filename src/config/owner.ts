import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pid } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { processStart } from "./process-list.ts";

/** Names one process beyond doubt: a pid alone is used again by a later one. */
export interface Owner {
  readonly pid: number;
  /** Opaque; empty where the system does not tell. */
  readonly started: string;
}

export async function thisProcess(platform: NodeJS.Platform): Promise<Owner> {
  return { pid, started: (await processStart(pid, platform)) ?? "" };
}

/** Whether the process still runs; in doubt it does, so that nothing of a living one is ever removed. */
export async function isAlive(owner: Owner, platform: NodeJS.Platform): Promise<boolean> {
  const started = await processStart(owner.pid, platform);
  if (started === undefined) return false;
  return owner.started === "" || started === "" || started === owner.started;
}

export function ownerText(owner: Owner): string {
  return `${JSON.stringify(owner)}\n`;
}

/** @returns undefined for anything that is no owner record. */
export function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Owner>;
    if (!Number.isSafeInteger(pid) || (pid ?? 0) <= 0 || typeof started !== "string") return undefined;
    return { pid: pid as number, started };
  } catch {
    return undefined;
  }
}

/**
 * What a lock file says; undefined when nothing is there. What cannot be read, or is no file, is held by
 * nobody knows whom: an empty text. Never waits: a named pipe may lie there.
 */
export function lockText(path: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return fstatSync(fd).isFile() ? readFileSync(fd, "utf8") : "";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" && !isThere(path) ? undefined : "";
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** A link that leads nowhere is there too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

export interface LockOptions {
  readonly platform: NodeJS.Platform;
  /** Milliseconds to wait for another holder; 0 tries once. */
  readonly waitMs: number;
}

const POLL_MS = 25;

/**
 * Runs `work` while holding a lock file that names its owner. A lock whose owner is dead is taken over.
 * @returns undefined without running `work` when another process holds it for longer than `waitMs`.
 */
export async function withLock<T>(
  path: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const text = ownerText(await thisProcess(options.platform));
  const until = performance.now() + options.waitMs;
  while (!(await tryLock(path, text))) {
    if (await dropStale(path, options.platform)) continue;
    if (performance.now() >= until) return undefined;
    await sleep(POLL_MS);
  }
  try {
    await dropDrafts(path);
    return { value: await work() };
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes what processes left that were killed while they tried to lock. */
async function dropDrafts(path: string): Promise<void> {
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(prefix) && DRAFT.test(name)) await rm(join(dirname(path), name), { force: true });
  }
}

const DRAFT = /\.[0-9a-f]{12}$/;

/** The record is written first and then linked, so that a lock is never seen without its owner. */
async function tryLock(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    // On a full disk the file is made and stays empty.
    await rm(draft, { force: true });
    throw error;
  }
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOENT: whoever got the lock took this draft for one that a killed process left.
    if (code === "EEXIST" || code === "ENOENT") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Moves a dead owner's lock away. Whoever moved it checks that it is the very lock that was judged: between
 * the look and the move another process may have taken it over, and then it is put back.
 */
async function dropStale(path: string, platform: NodeJS.Platform): Promise<boolean> {
  const judged = lockText(path);
  if (judged === undefined) return true;
  const owner = parseOwner(judged);
  if (owner === undefined || (await isAlive(owner, platform))) return false;
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch {
    return true;
  }
  if ((await readFile(aside, "utf8").catch(() => "")) !== judged) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
  return true;
}
