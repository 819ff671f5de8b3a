import type { Environment } from "../../config/host.ts";
import type { ColorChoice } from "../global-flags.ts";

/** Puts emphasis on text that is already harmless; does nothing where colour is not wanted. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  removed(text: string): string;
  added(text: string): string;
}

export function paint(color: boolean): Paint {
  const style = (code: number) => (text: string) =>
    color && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { bold: style(1), dim: style(2), removed: style(31), added: style(32) };
}

/** `--color` before `NO_COLOR` before `FORCE_COLOR` before what the terminal is. */
export function wantsColor(choice: ColorChoice | undefined, env: Environment): boolean {
  if (choice === "always" || choice === "never") return choice === "always";
  if (isSet(env.NO_COLOR)) return false;
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== "0";
  return env.TERM !== "dumb" && isSet(env.TERM);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
