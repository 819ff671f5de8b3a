import type { DocumentPath } from "./types.ts";

/** A path as errors show it: `agents.default.tools[2]`, keys that are no plain words quoted. */
export function pathText(path: DocumentPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else {
      const key = /^[\w-]+$/u.test(step) ? step : JSON.stringify(step);
      text += text === "" ? key : `.${key}`;
    }
  }
  return text;
}
