import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ListedEntry, PathGuard, PathRefusal } from "../../contract/path-guard.ts";
import { systemCode } from "../../output/system-error.ts";
import { texts } from "../texts.ts";
import { refusal } from "./refusal.ts";

type Listed = Awaited<ReturnType<PathGuard["list"]>>;

/** The entries of a judged folder that may be shown, sorted by name. */
export async function listFolder(
  folder: { readonly path: string; readonly realPath: string },
  limit: number,
  options: { readonly given: string; readonly admits: (realPath: string) => boolean },
): Promise<Listed> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder.realPath, { withFileTypes: true });
  } catch (error) {
    return unlistable(options.given, folder.path, systemCode(error));
  }
  const shown = entries
    .filter((entry) => options.admits(join(folder.realPath, entry.name)))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { ok: true, entries: shown.slice(0, limit).map(listedEntry), more: shown.length > limit };
}

function unlistable(given: string, tried: string, code: string | undefined): PathRefusal {
  const why = texts.following(
    code === "ENOTDIR" ? { kind: "not_a_folder", at: tried } : { kind: "unreadable", code: code ?? "EIO" },
  );
  return refusal("unreadable", given, tried, "read", why);
}

function listedEntry(entry: Dirent): ListedEntry {
  const kind = entry.isFile()
    ? "file"
    : entry.isDirectory()
      ? "directory"
      : entry.isSymbolicLink()
        ? "link"
        : "other";
  return { name: entry.name, kind };
}
