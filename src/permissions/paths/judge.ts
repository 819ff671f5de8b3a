import type { PermissionMode } from "../../config/types.ts";
import type { PathAccess, PathRefusalCode } from "../../contract/path-guard.ts";
import type { PathRules } from "../rules/path-rules.ts";
import { texts } from "../texts.ts";
import type { PathGrant } from "../types.ts";
import type { Ground } from "./ground.ts";
import { isWithin } from "./names.ts";
import { isProtectedName } from "./protected.ts";
import { isSecretPath } from "./secrets.ts";

/** A path after its links were followed, and what a call wants of it. */
export interface PathQuestion {
  readonly realPath: string;
  readonly access: PathAccess;
  /** Catalog name of the asking tool: `write(…)` rules allow only that one, `edit(…)` rules both. */
  readonly tool?: string;
  /** A tool rule that allows the tool as a whole; it lifts neither the secret list nor protection. */
  readonly allowing?: string;
}

export interface PathJudgement {
  readonly decision: "allow" | "ask" | "deny";
  /** What spoke, for programs: `mode:full`, `rule:deny read(x)`, `secret-list`, … */
  readonly by: string;
  /** Why, as the second half of a sentence. */
  readonly why: string;
  readonly code: PathRefusalCode;
}

export interface PathPolicy {
  readonly ground: Ground;
  readonly mode: PermissionMode;
  readonly rules: PathRules;
  /** Plan mode: the only file that may be written. */
  readonly planFile?: string;
}

/** The verdict on one path: deny rules, then what no rule lifts, then allow rules, then the mode. Pure. */
export function judgePath(question: PathQuestion, policy: PathPolicy): PathJudgement {
  const { realPath, access } = question;
  if (policy.ground.isOwn(realPath)) return judged("deny", "own-files", texts.ownFiles, "own_files");
  const denial = policy.rules.denying(question);
  if (denial !== undefined) {
    return judged("deny", `rule:deny ${denial}`, texts.deniedByRule(denial), "denied_by_rule");
  }
  return access === "write" ? judgeWrite(question, policy) : judgeRead(question, policy);
}

function judgeRead(question: PathQuestion, policy: PathPolicy): PathJudgement {
  const { realPath, access } = question;
  const { ground, mode, rules } = policy;
  if ((access === "search" || mode !== "full") && isSecretPath(realPath)) {
    return judged("deny", "secret-list", access === "search" ? texts.secretSearch : texts.secret, "secret");
  }
  const allowing = rules.allowing(question) ?? question.allowing;
  if (allowing !== undefined) return allowed(`rule:allow ${allowing}`);
  if (mode === "full" || ground.isReadable(realPath)) return allowed(`mode:${mode}`);
  return judged("ask", "outside-workspace", texts.outside(mode), "outside");
}

function judgeWrite(question: PathQuestion, policy: PathPolicy): PathJudgement {
  const { realPath } = question;
  const { ground, mode, rules, planFile } = policy;
  if (planFile !== undefined) {
    if (realPath === planFile) return allowed("plan-mode");
    return judged("deny", "plan-mode", texts.planMode, "protected");
  }
  const configuration = ground.isConfiguration(realPath);
  const guarded = configuration || isProtectedName(realPath);
  const allowing = guarded ? rules.allowingByName(question) : (rules.allowing(question) ?? question.allowing);
  if (allowing !== undefined) return allowed(`rule:allow ${allowing}`);
  if (guarded) return judgeProtected(mode, configuration);
  // An edit shows the model what stands near the place it missed: a secret file is not edited unasked.
  if (question.tool === "edit" && mode === "accept-edits" && isSecretPath(realPath)) {
    return judged("ask", "secret-list", texts.secretEdit, "secret");
  }
  return judgeByMode(mode, ground.inWorkspace(realPath));
}

function judgeProtected(mode: PermissionMode, configuration: boolean): PathJudgement {
  const why = configuration ? texts.protectedConfiguration : texts.protectedPath(mode);
  if (mode === "read-only") return judged("deny", "protected-path", why, "protected");
  if (mode === "full" && !configuration) return allowed("mode:full");
  return judged("ask", "protected-path", why, "protected");
}

/** The rows "write, edit inside the workspace" and, outside it, "everything else" of 60-turn. */
function judgeByMode(mode: PermissionMode, inside: boolean): PathJudgement {
  if (mode === "full" || (mode === "accept-edits" && inside)) return allowed(`mode:${mode}`);
  const decision = mode === "read-only" ? "deny" : "ask";
  return judged(decision, `mode:${mode}`, texts.writeByMode(mode, inside), inside ? "protected" : "outside");
}

/**
 * Whether a grant of this call lifts what the policy alone says of a path: what the gate decided of exactly this
 * path holds. Denials by rule, own files, and secrets met in a search or below a folder stay closed.
 */
export function isGranted(
  { realPath, access }: PathQuestion,
  { code }: PathJudgement,
  grants: readonly PathGrant[],
  separator: string,
): boolean {
  if (code === "own_files" || code === "denied_by_rule") return false;
  const exact = code === "secret";
  if (exact && access === "search") return false;
  return grants.some(
    (grant) =>
      grant.realPath === realPath || (grant.below && !exact && isWithin(realPath, grant.realPath, separator)),
  );
}

function allowed(by: string): PathJudgement {
  return { decision: "allow", by, why: "", code: "outside" };
}

function judged(
  decision: PathJudgement["decision"],
  by: string,
  why: string,
  code: PathRefusalCode,
): PathJudgement {
  return { decision, by, why, code };
}
