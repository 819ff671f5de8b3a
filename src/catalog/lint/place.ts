import { isAbsolute, relative, sep } from "node:path";
import type { Finding } from "./finding.ts";

/** Where a finding's server is configured. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * File and line of a finding, for annotations: below the workspace the relative path with `/`, elsewhere the
 * file's name alone, because nobody else has this machine's folders.
 */
export function placeOf({ where }: Finding, workspace: string): Place | undefined {
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(where ?? "") ?? [];
  return file === undefined ? undefined : { file: shownFile(file, workspace), line: Number(line) };
}

function shownFile(file: string, workspace: string): string {
  const path = relative(workspace, file);
  const inside = path !== "" && !path.startsWith("..") && !isAbsolute(path);
  return inside ? path.split(sep).join("/") : (file.split(/[/\\]/).at(-1) ?? file);
}
