import type { Stats } from "node:fs";
import type { PathAccess, PathRefusal, PathRefusalCode } from "../../contract/path-guard.ts";
import { texts } from "../texts.ts";
import { type FollowProblem, followPath } from "./follow.ts";
import type { Ground } from "./ground.ts";
import { refusal } from "./refusal.ts";
import { spelledPath } from "./spelling.ts";
import { windowsProblem } from "./windows.ts";

/** A path found on the disk but not judged yet. */
export interface LocatedPath {
  readonly ok: true;
  readonly path: string;
  readonly realPath: string;
  readonly stat?: Stats;
  /** Told only when the place may be looked at, so that a refusal never says what is there. */
  readonly problem?: { readonly code: PathRefusalCode; readonly why: string };
}

const PROBLEM_CODES: Readonly<Record<FollowProblem["kind"], PathRefusalCode>> = {
  cycle: "link_cycle",
  special: "special_file",
  unreadable: "unreadable",
  not_a_folder: "not_found",
};

/**
 * Finds what a path means, in the spelling under which something exists; judges nothing, opens nothing. `exact`:
 * only as it is spelled, for what another program will open.
 */
export function locatePath(
  given: string,
  access: PathAccess,
  ground: Ground,
  exact = false,
): LocatedPath | PathRefusal {
  const { places, style } = ground;
  const spelled = spelledPath(given, access, places);
  if (!spelled.ok) return refusal("not_found", given, given, access, texts.spelling[spelled.problem]);
  const odd = places.platform === "win32" ? windowsProblem(given) : undefined;
  if (odd !== undefined) return refusal("special_file", given, given, access, texts.windows[odd]);
  const known = { typed: places.workspace, real: ground.workspace };
  const first = followPath(spelled.path, places.platform, known);
  let path = spelled.path;
  let followed = first;
  if (first.stat === undefined && (first.problem === undefined || first.problem.kind === "not_a_folder")) {
    for (const other of exact ? [] : spelled.others()) {
      const found = followPath(other, places.platform, known);
      if (found.stat === undefined) continue;
      path = other;
      followed = found;
      break;
    }
  }
  const { realPath, stat, problem } = followed;
  return {
    ok: true,
    // With `..` in it, only the walk above knows where it leads.
    path: path.includes("..") ? realPath : style.resolve(path),
    realPath,
    ...(stat === undefined ? {} : { stat }),
    ...(problem === undefined
      ? {}
      : { problem: { code: PROBLEM_CODES[problem.kind], why: texts.following(problem) } }),
  };
}
