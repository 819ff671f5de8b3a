import { basename } from "node:path";
import { isPlainName } from "../../config/plain-name.ts";
import { deployFault } from "./errors.ts";

/** Folders that build programs write to: they say nothing about the site. */
const BUILD_FOLDERS = new Set(["dist", "build", "out", "public", "site", "www", "html", "_site", "docs"]);

/** The name that was given, or one from the folder, or from the workspace. @throws Fault for a bad one. */
export function siteName(given: string | undefined, folder: string, workspace: string): string {
  if (given !== undefined) {
    if (!isPlainName(given)) throw deployFault.badName(given);
    return given;
  }
  const own = basename(folder).toLowerCase();
  const candidates = [...(BUILD_FOLDERS.has(own) ? [] : [own]), basename(workspace), own, "site"];
  return candidates.map(reduced).find(isPlainName) ?? "site";
}

function reduced(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 64)
    .replaceAll(/^-+|-+$/gu, "");
}
