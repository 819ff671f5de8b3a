import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
} from "node:fs";
import { join } from "node:path";
import { outputFault } from "../errors.ts";
import { FOLDER_MODE } from "../limits.ts";
import { systemCode } from "../system-error.ts";
import { texts } from "../texts.ts";

/**
 * A folder that is held open while files are made in it. Where the system can (Linux), every path goes
 * through the open folder, so that nobody can put a link in its place between a check and its use.
 */
export interface HeldFolder {
  /** As people and models see it; absolute. */
  readonly path: string;
  /** The path of an entry, for system calls. */
  entry(name: string): string;
  /** Undefined where folders cannot be opened. */
  readonly fd: number | undefined;
  close(): void;
}

/**
 * Makes `container/…parts` (0700) and holds it. The parts must be real folders inside the real container;
 * a link among them is refused with `artifact_unsafe`. The container itself is made when absent.
 */
export function holdFolder(container: string, parts: readonly string[]): HeldFolder {
  mkdirSync(container, { recursive: true, mode: FOLDER_MODE });
  const path = join(container, ...parts);
  let part = container;
  for (const name of parts) {
    part = join(part, name);
    makeFolder(part);
  }
  const wanted = join(realpathSync(container), ...parts);
  const fd = openFolder(path);
  const throughFd = fd === undefined ? undefined : `/proc/self/fd/${fd}`;
  const held = throughFd !== undefined && existsSync(throughFd) ? throughFd : undefined;
  if (realpathSync(held ?? path) !== wanted || (fd !== undefined && !fstatSync(fd).isDirectory())) {
    if (fd !== undefined) closeSync(fd);
    throw outputFault.artifactUnsafe(path, texts.folderElsewhere);
  }
  return {
    path,
    entry: (name) => join(held ?? path, name),
    fd,
    close: () => {
      if (fd !== undefined) closeSync(fd);
    },
  };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) throw outputFault.artifactUnsafe(path, texts.folderIsLink);
    if (!stat.isDirectory()) throw outputFault.artifactUnsafe(path, texts.notAFolder);
  }
}

function openFolder(path: string): number | undefined {
  if (constants.O_DIRECTORY === undefined) return undefined;
  return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
}
