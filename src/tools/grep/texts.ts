import { GREP_GATE_BYTES, KIB } from "../../output/limits.ts";
import { MAX_SEARCHED_FILE } from "../ripgrep/limits.ts";
import { DEFAULT_LIMIT, MAX_LINE_CHARACTERS } from "./limits.ts";

/** What the model reads of grep. */
export const description = [
  "Search the text of files with ripgrep, below `path` (a folder or one file) or in the whole workspace.",
  "`pattern` is a regular expression in Rust syntax (no look-around, no back references); with `literal` it is plain text.",
  'output_mode "files_with_matches" (default) lists files, newest change first; "content" shows matching lines as `path:line:text`, with `context` lines around them; "count" counts matching lines per file.',
  "`glob` narrows the files: `*.ts` at any depth, `src/**/*.ts` from `path`, `!*.test.ts` leaves out.",
  `At most \`limit\` (${DEFAULT_LIMIT}) matches or files and ${GREP_GATE_BYTES / KIB} KiB come back; go on with \`offset\`. Lines over ${MAX_LINE_CHARACTERS} characters are cut around the match.`,
  `Left out: files over ${MAX_SEARCHED_FILE}iB unless \`path\` names one, binary files, what ignore files hide, .git, node_modules, virtual environments, caches and build folders (unless \`path\` is inside one), and secrets.`,
].join("\n");

export const texts = {
  nothing: (pattern: string, path: string) => `Nothing found for "${pattern}" in "${path}".`,
  badPattern: (pattern: string, reason: string) =>
    `Cannot use the pattern "${pattern}" as a regular expression: ${reason}\nSet literal to true to search for it as plain text.`,
  badGlob: (glob: string, reason: string) => `Cannot use the glob "${glob}": ${reason}`,
  nul: (name: string) => `Cannot search: ${name} holds a NUL character. Leave it out.`,
  unknownMode: (mode: string) =>
    `Cannot use output_mode "${mode}": use "files_with_matches", "content" or "count".`,
  binary: (path: string) => `${path}: binary file matches\n`,
  matchOnly: (path: string, line: number, match: string) =>
    `${path}:${line}:[the match alone, of a line that is too long to show] ${match}\n`,
  cutLine: (before: number, shown: string, after: number) =>
    `${before > 0 ? `[${before} characters] ` : ""}${shown}${after > 0 ? ` [${after} characters]` : ""}`,
  contextLeftOut: (path: string, line: number) =>
    `${path}-${line}-[the lines around it are too long to show]\n`,
};
