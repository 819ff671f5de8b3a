import { judgePath, type PathPolicy } from "./paths/judge.ts";
import { locatePath } from "./paths/locate.ts";
import { suggestPathRule } from "./rules/suggest.ts";
import type { Understood } from "./shell/judge.ts";
import { HOLE, type Redirect } from "./shell/types.ts";

export interface JudgedRedirect {
  readonly allowed: boolean;
  /** For people: the target as typed. */
  readonly what: string;
  /** Text of the `bash-write` rule that denies it. */
  readonly deniedBy?: string;
  /** The rule that would allow it; undefined when none can. */
  readonly rule?: readonly string[];
}

/** What the command line already writes to. */
const OUTPUTS: readonly string[] = ["/dev/stdout", "/dev/stderr"];

/**
 * Judges one redirection of a command line. To a file needs `bash-write`, from a file what reading needs;
 * `/dev/null` and other descriptors are free. A target that only running tells is never allowed, and is denied
 * while a `bash-write` deny rule exists.
 */
export function judgeRedirect(
  redirect: Redirect,
  { moves }: Pick<Understood, "moves">,
  policy: PathPolicy,
): JudgedRedirect {
  const { kind, target } = redirect;
  if (target === undefined || kind === "text") return { allowed: true, what: "" };
  if (target.value === "/dev/null" || (kind === "write" && OUTPUTS.includes(target.value)))
    return { allowed: true, what: target.typed };
  const path = plainTarget(target.value, moves, policy);
  if (path === undefined)
    return { allowed: false, what: target.typed, deniedBy: unknownDenial(kind, policy) };
  const located = locatePath(path, "write", policy.ground, true);
  if (!located.ok || located.problem !== undefined || isDevice(located.realPath)) {
    return { allowed: false, what: target.typed, deniedBy: unknownDenial(kind, policy) };
  }
  const { realPath } = located;
  if (kind === "read") {
    const judged = judgePath({ realPath, access: "read", tool: "read" }, policy);
    const rule = suggestPathRule("read", realPath, false, policy);
    return {
      allowed: judged.decision === "allow",
      what: target.typed,
      rule: judged.decision === "ask" ? rule : undefined,
    };
  }
  return judgeWrite(realPath, target.typed, policy);
}

function judgeWrite(realPath: string, typed: string, policy: PathPolicy): JudgedRedirect {
  const { rules, ground } = policy;
  const question = { realPath, access: "write", tool: "bash" } as const;
  const deniedBy = ground.isOwn(realPath) ? undefined : rules.denying(question);
  if (deniedBy !== undefined) return { allowed: false, what: typed, deniedBy };
  const judged = judgePath(question, policy);
  const allowed = judged.decision === "allow" && judged.by.startsWith("rule:");
  const rule = suggestPathRule("bash-write", realPath, false, policy);
  return {
    allowed,
    what: typed,
    rule: judged.decision === "deny" && judged.code === "own_files" ? undefined : rule,
  };
}

function plainTarget(value: string, moves: boolean, policy: PathPolicy): string | undefined {
  if (value.includes(HOLE) || value === "") return undefined;
  const { style } = policy.ground;
  if (style.isAbsolute(value)) return value;
  // `./` keeps a name like `~x` or `@x` from meaning something else here than in the shell.
  return moves ? undefined : `./${value}`;
}

/** `/dev/tcp/…` is a connection to bash, whatever the disk says. */
function isDevice(realPath: string): boolean {
  return realPath.startsWith("/dev/");
}

function unknownDenial(kind: Redirect["kind"], policy: PathPolicy): string | undefined {
  return kind === "write" ? policy.rules.denyingAnyRedirect() : undefined;
}
