import { Fault } from "../output/fault.ts";
import { mediaTexts as texts } from "./texts.ts";
import type { MediaFailure } from "./types.ts";

/** The codes of what cannot be shown: those of `MediaFailure`. */
export type MediaCode = MediaFailure["code"];

/** The fault for a file, named as its reader was asked for it; `typeName` is what its first bytes say that it is. */
export function mediaFault(path: string, typeName: string, failure: MediaFailure): Fault<MediaCode> {
  const { code, ...data } = failure;
  return new Fault<MediaCode>(code, { what: texts.cannotShow(path, texts.why(typeName, failure)), data });
}
