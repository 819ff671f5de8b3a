import type { WriteTarget } from "../../contract/path-guard.ts";
import type { Replaced } from "./replace-file.ts";
import { fileTexts } from "./texts.ts";

/** What every change tells programs: the file as named and as it is, and why it was not replaced by a rename. */
export function writtenDetails(target: WriteTarget, replaced: Replaced): Record<string, unknown> {
  return {
    path: target.path,
    real_path: target.realPath,
    ...(replaced.inPlace === undefined ? {} : { in_place: replaced.inPlace }),
  };
}

/** The sentences that tell the model that a file was written in place; none when it was replaced. */
export function inPlaceSentences({ inPlace, stat }: Replaced): string[] {
  if (inPlace === undefined) return [];
  return [`${fileTexts.inPlace[inPlace](stat.nlink)} ${fileTexts.inPlaceCaution()}`];
}
