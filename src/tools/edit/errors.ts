import { Fault } from "../../output/fault.ts";
import { type FoundMany, type NotFoundReason, editTexts as texts } from "./texts.ts";

export const EDIT_CODES = [
  "empty_old_string",
  "no_change",
  "not_found",
  "text_not_found",
  "found_many",
  "mixed_prefixes",
  "touches_invalid_bytes",
] as const;
export type EditCode = (typeof EDIT_CODES)[number];

/** The faults of edit alone, one maker per code. */
export const editFault = {
  emptyOldString: (path: string) =>
    new Fault<EditCode>("empty_old_string", { what: texts.emptyOldString(path) }),
  noChange: (path: string) => new Fault<EditCode>("no_change", { what: texts.noChange(path) }),
  missing: (path: string, tried: string, hint: string | undefined) =>
    new Fault<EditCode>("not_found", { what: texts.missing(path, tried), hint }),
  textNotFound: (path: string, reason: NotFoundReason) =>
    new Fault<EditCode>("text_not_found", {
      what: texts.notFound(path, reason),
      data: reason.nearest === undefined ? {} : { nearest_line: reason.nearest.startLine },
    }),
  foundMany: (path: string, found: FoundMany) =>
    new Fault<EditCode>("found_many", {
      what: texts.foundMany(path, found),
      data: { count: found.count, lines: found.lines },
    }),
  mixedPrefixes: (path: string) => new Fault<EditCode>("mixed_prefixes", { what: texts.mixedPrefixes(path) }),
  touchesInvalidBytes: (path: string, line: number) =>
    new Fault<EditCode>("touches_invalid_bytes", {
      what: texts.touchesInvalidBytes(path, line),
      data: { line },
    }),
};
