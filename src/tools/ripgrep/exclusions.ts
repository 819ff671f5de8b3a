import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** Version control: its files are not the project's text. */
const VERSION_CONTROL = [".git", ".hg", ".svn", ".jj"];

/** Folders that hold what was installed or generated, wherever they are (20-local-tools). */
const GENERATED = [
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".pnpm-store",
  ".yarn",
  ".venv",
  "venv",
  ".virtualenv",
  "virtualenv",
  "site-packages",
  "__pypackages__",
  "__pycache__",
  ".cache",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".tox",
  ".nox",
  ".eggs",
  ".ipynb_checkpoints",
  ".gradle",
  ".parcel-cache",
  ".sass-cache",
  ".turbo",
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".angular",
  ".terraform",
  ".nyc_output",
  "dist",
  "build",
  "out",
  "target",
  "coverage",
  "htmlcov",
];

/** File systems of the kernel: reading some of their files never ends. */
const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];

/**
 * Arguments that keep ripgrep out of version control, installed packages, caches and build outputs. A search
 * that starts inside one of them has opted in to what lies there.
 * @param base absolute real path of the folder that is searched
 */
export function exclusionArguments(base: string, workspace: string): string[] {
  const inside = new Set(foldersOf(base, workspace));
  const optedIn = GENERATED.some((name) => inside.has(name));
  const control = VERSION_CONTROL.filter((name) => !inside.has(name));
  const folders = [...control, ...(optedIn ? [] : GENERATED)].map((name) => `--glob=!${name}/`);
  const kernel = base === "/" ? KERNEL_FOLDERS.map((path) => `--glob=!${path}`) : [];
  // What lies there is generated as a whole: the project's own ignore rules say nothing about its parts.
  const rules = optedIn || !hasRulesAbove(base) ? ["--no-ignore-parent"] : [];
  return [...rules, ...folders, "--glob=!.turnkit-*.tmp", ...kernel];
}

/** What makes ripgrep honour ignore rules further up: files of rules, and the root of a repository. */
const RULES = [".gitignore", ".ignore", ".rgignore", ".git", ".jj"];

/** Where there are none ripgrep need not compare every path with them, which is a third of its way to it. */
function hasRulesAbove(base: string): boolean {
  for (let folder = base; folder !== dirname(folder); ) {
    folder = dirname(folder);
    if (RULES.some((name) => existsSync(join(folder, name)))) return true;
  }
  return false;
}

/** The folders above the workspace are where it happens to lie, and decide nothing. */
function foldersOf(base: string, workspace: string): string[] {
  const below = relative(workspace, base);
  const outside = below === ".." || below.startsWith(`..${sep}`);
  return (outside ? base : below).split(sep);
}
