import type { PathAccess, PathRefusal, PathRefusalCode } from "../../contract/path-guard.ts";
import { visible } from "../../output/visible.ts";
import { SHOWN_CHARACTERS } from "../limits.ts";
import { texts } from "../texts.ts";

/** A refusal in one sentence with the path as given and as tried. */
export function refusal(
  code: PathRefusalCode,
  given: string,
  tried: string,
  access: PathAccess,
  why: string,
): PathRefusal {
  return {
    ok: false,
    code,
    message: texts.refusal(texts.accessWords[access], shown(given), shown(tried), why),
  };
}

function shown(path: string): string {
  return visible(path.length <= SHOWN_CHARACTERS ? path : `${path.slice(0, SHOWN_CHARACTERS)}…`);
}
