import { isAbsolute, relative, sep } from "node:path";
import { type PatchedFile, unifiedPatch } from "./unified-patch.ts";

export type PatchDetails = {
  readonly patch?: string;
  /** Groups of changes that were too large to be shown. */
  readonly patch_omitted?: number;
};

/** The patch for a result's details. It only reports: when it fails the change itself still counts as made. */
export async function patchDetails(file: PatchedFile): Promise<PatchDetails> {
  try {
    const { patch, omitted } = await unifiedPatch(file);
    return omitted === 0 ? { patch } : { patch, patch_omitted: omitted };
  } catch {
    return {};
  }
}

/** How a patch names a file: from the workspace where it lies inside, with slashes everywhere. */
export function patchPath(workspace: string, path: string): string {
  const inside = relative(workspace, path);
  const outside = inside === "" || isAbsolute(inside) || inside.split(sep)[0] === "..";
  return (outside ? path : inside).replaceAll(sep, "/").replace(/^\//, "");
}
