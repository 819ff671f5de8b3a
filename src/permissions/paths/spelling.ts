import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import type { PathAccess } from "../../contract/path-guard.ts";
import { MAX_PATH_CHARACTERS } from "../limits.ts";
import type { PathPlaces } from "../types.ts";

export type Spelled =
  /** Absolute; `..` and links are still in it. */
  | { readonly ok: true; readonly path: string; readonly others: () => readonly string[] }
  | { readonly ok: false; readonly problem: "empty" | "nul" | "unpaired" | "long" | "url" };

/**
 * What a path that a model wrote means: relative to the workspace, absolute, `~`, for reads also `file://`;
 * and the other spellings that are tried when nothing is there under the first (20-local-tools).
 */
export function spelledPath(given: string, access: PathAccess, places: PathPlaces): Spelled {
  if (given === "") return { ok: false, problem: "empty" };
  if (given.includes("\0")) return { ok: false, problem: "nul" };
  if (!given.isWellFormed()) return { ok: false, problem: "unpaired" };
  if (given.length > MAX_PATH_CHARACTERS) return { ok: false, problem: "long" };
  const plain = given.startsWith("file://") ? pathOfUrl(given, places.platform) : given;
  if (plain === undefined) return { ok: false, problem: "url" };
  return { ok: true, path: absolute(plain, places), others: () => otherSpellings(plain, access, places) };
}

function pathOfUrl(url: string, platform: NodeJS.Platform): string | undefined {
  try {
    const path = fileURLToPath(url, { windows: platform === "win32" });
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Not `resolve`: that would take `..` away before links are followed. */
function absolute(path: string, { workspace, home, platform }: PathPlaces): string {
  const style = platform === "win32" ? win32 : posix;
  if (path === "~") return home;
  if (path.startsWith("~/") || (platform === "win32" && path.startsWith("~\\"))) {
    return home + style.sep + path.slice(2);
  }
  if (style.isAbsolute(path)) return platform === "win32" ? style.resolve(workspace, path) : path;
  return workspace + style.sep + path;
}

function otherSpellings(plain: string, access: PathAccess, places: PathPlaces): readonly string[] {
  const bases =
    plain.startsWith("@") && plain.length > 1 && access !== "write" ? [plain, plain.slice(1)] : [plain];
  // Inside the workspace only the part below it is respelled: its own name is known to be right.
  const [prefix, ...rest] = bases[0]?.startsWith(`${places.workspace}/`)
    ? [`${places.workspace}/`, plain.slice(places.workspace.length + 1)]
    : ["", ...bases];
  const found = new Set<string>();
  for (const base of rest)
    for (const variant of variants(base)) found.add(absolute(prefix + variant, places));
  found.delete(absolute(plain, places));
  return [...found];
}

/** macOS screenshots put U+202F before AM/PM, word processors curl apostrophes, file systems (de)compose. */
function* variants(path: string): Generator<string> {
  const spaces = [path, path.replace(/ (?=[AaPp]\.?[Mm]\b)/g, "\u202f"), path.replaceAll("\u202f", " ")];
  for (const spaced of new Set(spaces)) {
    const quotes = [spaced, spaced.replaceAll("'", "\u2019"), spaced.replaceAll("\u2019", "'")];
    for (const quoted of new Set(quotes)) {
      yield quoted;
      yield quoted.normalize("NFC");
      yield quoted.normalize("NFD");
    }
  }
}
