import { Fault } from "../output/fault.ts";
import { texts } from "./texts.ts";

export const CONTRACT_CODES = ["duplicate_tool", "class_without_definition"] as const;
export type ContractCode = (typeof CONTRACT_CODES)[number];

/** The faults of this room, one maker per code. */
export const contractFault = {
  duplicateTool: (name: string, first: string, second: string): Fault<ContractCode> =>
    new Fault("duplicate_tool", {
      what: texts.duplicateTool(name, first, second),
      data: { name, owners: [first, second] },
    }),
  classWithoutDefinition: (className: string): Fault<ContractCode> =>
    new Fault("class_without_definition", {
      what: texts.classWithoutDefinition(className),
      data: { className },
    }),
};
