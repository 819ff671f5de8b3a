import { basename } from "node:path";
import { deployFault } from "./errors.ts";

const NAME = /^[a-z0-9-]{1,64}$/;
/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;
/** Folders that build programs write to: they say nothing about the site. */
const BUILD_FOLDERS = new Set(["dist", "build", "out", "public", "site", "www", "html", "_site", "docs"]);

/** The name that was given, or one from the folder, or from the workspace. @throws Fault for a bad one. */
export function siteName(given: string | undefined, folder: string, workspace: string): string {
  if (given !== undefined) {
    if (!isName(given)) throw deployFault.badName(given);
    return given;
  }
  const own = basename(folder).toLowerCase();
  const candidates = [...(BUILD_FOLDERS.has(own) ? [] : [own]), basename(workspace), own, "site"];
  return candidates.map(reduced).find(isName) ?? "site";
}

function isName(name: string): boolean {
  return NAME.test(name) && !DEVICE.test(name);
}

function reduced(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 64)
    .replaceAll(/^-+|-+$/gu, "");
}
