import type { PathPolicy } from "../paths/judge.ts";
import { isWithin } from "../paths/names.ts";
import { readRule } from "./parse.ts";

/** The rule that allows exactly this path to this tool, and for a folder what is below it; none if none can. */
export function suggestPathRule(
  tool: string,
  realPath: string,
  below: boolean,
  policy: PathPolicy,
): readonly string[] {
  const { ground } = policy;
  const scope = tool === "write" || tool === "edit" || tool === "bash-write" ? tool : "read";
  const inside = isWithin(realPath, ground.workspace, ground.style.sep);
  const path = inside ? realPath.slice(ground.workspace.length + 1) : realPath;
  const { platform } = ground.places;
  const slashes = platform === "win32" ? path.replaceAll("\\", "/") : path;
  // A folder of the workspace may be called `~` or `C:`; behind `./` it is only that.
  const prefix = inside && /^(~|[A-Za-z]:)/.test(slashes) ? "./" : "";
  const escaped = prefix + slashes.replace(/[*?[\]{}\\]/g, "\\$&");
  const glob = below ? `${escaped === "" ? "" : `${escaped}/`}**` : escaped;
  return wellFormed([`${scope}(${glob})`]);
}

/** `bash(…)` for exactly this text. */
export function suggestCommandRule(typed: string): readonly string[] {
  return wellFormed([`bash(${typed.replace(/[*\\]/g, "\\$&")})`]);
}

/** What cannot be written as a rule (a control character, too long) is not offered. */
function wellFormed(rules: readonly string[]): readonly string[] {
  return rules.every((rule) => "kind" in readRule(rule)) ? rules : [];
}
