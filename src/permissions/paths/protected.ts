import { folded } from "./names.ts";

/** Whoever writes here decides what other programs run: never without being asked (60-turn). */
const FOLDERS = new Set([".git", ".agents", ".claude", ".vscode"]);

const FILES = new Set([
  ".mcp.json",
  ".envrc",
  "bunfig.toml",
  ".profile",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".bash_env",
  ".bash_completion",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".mkshrc",
  ".shrc",
  ".shinit",
  ".cshrc",
  ".tcshrc",
  ".login",
  ".logout",
  ".inputrc",
  ".xprofile",
  ".xinitrc",
  ".xsessionrc",
  ".xsession",
  ".pam_environment",
  ".gitconfig",
  "config.fish",
  "config.nu",
  "env.nu",
  "profile.ps1",
  // The file that makes a folder a git repository, `config` and `hooks` beside it included.
  "head",
  "microsoft.powershell_profile.ps1",
]);

const PLACES =
  /\/(\.config\/(fish|git)|etc\/(profile|profile\.d|bash\.bashrc|bashrc|zsh|fish|environment))(\/|$)/;
/** A repository without a work tree; git reads its `config` and runs its `hooks` as well. */
const BARE_GIT = /.\.git$/;
/** The short name that Windows gives to `.git`. */
const SHORT_GIT = /^git~\d+$/;

/** Whether a path is protected by its names, wherever it lies; case and composition do not count. */
export function isProtectedName(realPath: string): boolean {
  const path = folded(realPath).replaceAll("\\", "/");
  const names = path.split("/");
  const last = names.at(-1) ?? "";
  if (FILES.has(last) || PLACES.test(path)) return true;
  return names.some((name) => FOLDERS.has(name) || SHORT_GIT.test(name) || BARE_GIT.test(name));
}
