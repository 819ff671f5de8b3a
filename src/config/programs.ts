import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { isFault } from "../output/fault.ts";
import { cacheDir } from "./cache-dir.ts";
import type { Environment, Host } from "./host.ts";

/** A shell that can run `-c`; fits `Shell` of the local tools. */
export interface FoundShell {
  readonly path: string;
  /** `bash`, `sh`. */
  readonly name: string;
}

/** Programs by absolute path; each is looked up once. Fits `Programs` of the local tools. */
export interface FoundPrograms {
  shell(): Promise<FoundShell | undefined>;
  ripgrep(): Promise<string | undefined>;
  git(): Promise<string | undefined>;
}

type Place = Pick<Host, "env" | "platform">;

/** Programs of this machine: rg as it is embedded, else on PATH like the others. */
export function findPrograms(host: Place & Pick<Host, "home">): FoundPrograms {
  return {
    shell: once(async () => shells(host).find(({ path }) => isProgram(path))),
    ripgrep: once(async () => (await embeddedRipgrep(host)) ?? findOnPath("rg", host)),
    git: once(async () => findOnPath("git", host)),
  };
}

/** Undefined also where the cache cannot hold it: `turnkit doctor` tells why. */
async function embeddedRipgrep(host: Place & Pick<Host, "home">): Promise<string | undefined> {
  const { unpackProgram } = await import("./unpack-program.ts");
  try {
    return await unpackProgram("rg", { cacheDir: cacheDir(host), platform: host.platform });
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}

/**
 * The absolute path of a program by its bare name, through the absolute entries of PATH alone: the current
 * folder never counts, on Windows either (00-product "Files"). Undefined for a name with a folder in it.
 * `extensions` are those tried on Windows for a name without one.
 */
export function findOnPath(
  name: string,
  host: Place,
  extensions: readonly string[] = [".exe", ".com"],
): string | undefined {
  if (name === "" || /[/\\\0]/u.test(name) || name === "." || name === "..") return undefined;
  const windows = host.platform === "win32";
  // A drive's letter would start a path: `c:rg` means a file in the current folder of that drive.
  if (windows && name.includes(":")) return undefined;
  const names = windows && win32.extname(name) === "" ? extensions.map((end) => name + end) : [name];
  return pathFolders(host)
    .flatMap((folder) => names.map((file) => pathOf(host).join(folder, file)))
    .find(isProgram);
}

/** The absolute entries of PATH, in order. */
export function pathFolders(host: Place): string[] {
  const path = pathOf(host);
  return (variable(host, "PATH") ?? "")
    .split(path.delimiter)
    .map((entry) => (host.platform === "win32" ? entry.replaceAll('"', "") : entry))
    .filter((entry) => isRooted(entry, host.platform));
}

/** Candidates for the shell, best first; whether they exist is asked later. */
export function shells(host: Place): FoundShell[] {
  if (host.platform === "win32") return gitBashes(host).map((path) => ({ path, name: "bash" }));
  return ["bash", "sh"].flatMap((name) =>
    [findOnPath(name, host), `/bin/${name}`, `/usr/bin/${name}`].flatMap((path) =>
      path === undefined ? [] : [{ path, name }],
    ),
  );
}

/** Git Bash: beside git, then where its installer puts it, then PATH, but never the door to WSL. */
function gitBashes(host: Place): string[] {
  const git = findOnPath("git", host);
  const roots = ["ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"].map((name) => variable(host, name));
  const local = variable(host, "LOCALAPPDATA");
  const installed = [...roots, local === undefined ? undefined : win32.join(local, "Programs")]
    .filter((root) => root !== undefined && isRooted(root, "win32"))
    .map((root) => win32.join(root ?? "", "Git"));
  const folders = [...(git === undefined ? [] : gitRoots(git)), ...installed];
  const onPath = pathFolders(host)
    .filter((folder) => !/\\(system32|sysnative|windowsapps)\\?$/iu.test(win32.normalize(folder)))
    .map((folder) => win32.join(folder, "bash.exe"));
  return [...folders.map((folder) => win32.join(folder, "bin", "bash.exe")), ...onPath];
}

/** git.exe stands in `cmd`, `bin` or `mingw64\bin` of its installation. */
function gitRoots(git: string): string[] {
  const up = win32.dirname(win32.dirname(git));
  return [up, win32.dirname(up)];
}

function isRooted(path: string, platform: NodeJS.Platform): boolean {
  // `\folder` is absolute to Node, but means the current drive.
  return platform === "win32" ? /^([a-z]:[/\\]|\\\\[^\\])/iu.test(path) : posix.isAbsolute(path);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function pathOf({ platform }: Place): typeof posix {
  return platform === "win32" ? win32 : posix;
}

function variable({ env, platform }: Place, name: string): string | undefined {
  return platform === "win32" ? windowsVariable(env, name) : env[name];
}

/** Windows does not tell letters' case apart in names of variables, a plain object does. */
function windowsVariable(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
