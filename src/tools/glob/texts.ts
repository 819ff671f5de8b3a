import { DEFAULT_LIMIT } from "./limits.ts";

/** What the model reads of glob. */
export const description = [
  "Find files by name with a glob pattern, below `path` or the workspace.",
  "A pattern without a slash (`*.ts`) matches at any depth; one with a slash (`src/*.ts`, `src/**/*.test.ts`) is anchored at `path`.",
  "`?`, `*`, `**`, `[a-z]` and `{a,b}` are understood; an absolute pattern must lie inside `path`.",
  `Paths come back relative to \`path\`, at most \`limit\` (${DEFAULT_LIMIT}), sorted by path or, with sort "modified", newest change first.`,
  "Left out: files that ignore files hide, .git, node_modules, virtual environments, caches and build folders (unless `path` or the pattern starts inside one), and secrets.",
  "`include_ignored` brings back what ignore files hide; it needs a `path`, or a pattern that starts with a folder.",
].join("\n");

export const texts = {
  nothing: (pattern: string, path: string) => `No files match "${pattern}" in "${path}".`,
  hidden: (count: number, more: boolean) =>
    `${more ? "More than " : ""}${count} matching ${count === 1 ? "file is" : "files are"} hidden by ignore rules; ` +
    "include_ignored, with a narrow path, shows them.",
  isFolder: (pattern: string) =>
    `"${pattern}" is a folder; "${pattern.replace(/\/*$/, "")}/**" lists the files in it.`,
  needsNarrowPath:
    "Cannot include ignored files in the whole workspace: give a path inside it, or start the pattern with a folder.",
  unknownSort: (sort: string) => `Cannot sort by "${sort}": use "none" or "modified".`,
};
