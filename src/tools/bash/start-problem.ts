import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { systemCode, systemReason } from "../../output/system-error.ts";
import type { Shell } from "../services.ts";
import { texts } from "./texts.ts";

/**
 * Names what kept a shell from starting. The system answers "not found" for a missing shell and for a
 * missing working folder alike, so both are looked at.
 */
export async function startProblem(
  error: unknown,
  shell: Shell,
  cwd: string,
  command: string,
): Promise<string> {
  const folder = await kindOf(cwd);
  if (folder === "missing") return texts.folderGone(cwd);
  if (folder !== "folder") return texts.folderIsNone(cwd);
  if (!(await canEnter(cwd))) return texts.folderClosed(cwd);
  const code = systemCode(error);
  if ((await kindOf(shell.path)) === "missing") return texts.shellGone(shell.path);
  if (code === "EACCES" || code === "ENOEXEC") return texts.shellNotExecutable(shell.path);
  if (code === "E2BIG") return texts.tooLong(Buffer.byteLength(command));
  return texts.spawnFailed(shell.path, systemReason(error));
}

async function canEnter(folder: string): Promise<boolean> {
  return access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function kindOf(path: string): Promise<"missing" | "folder" | "other"> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "other";
  } catch {
    return "missing";
  }
}
