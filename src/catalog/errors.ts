import { ExitCode } from "../output/exit-codes.ts";
import { Fault } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import { visible } from "../output/visible.ts";
import { texts } from "./texts.ts";

export const CATALOG_CODES = ["unknown_tool"] as const;
export type CatalogCode = (typeof CATALOG_CODES)[number];

/** The faults of this room, one maker per code. */
export const catalogFault = {
  unknownTool: (name: string, candidates: readonly string[]): Fault<CatalogCode> => {
    const names = nearest(name, new Set(candidates));
    return new Fault("unknown_tool", {
      what: texts.unknownTool(visible(name)),
      hint: names.length === 0 ? texts.seeList : texts.didYouMean(names.map(visible)),
      exit: ExitCode.usage,
      data: { name, nearest: names },
    });
  },
};
