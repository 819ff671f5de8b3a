import type { PermissionMode } from "../config/types.ts";
import type { PermissionDecision } from "./types.ts";

/** Tools that only look, or only talk to the user: they run in every mode (60-turn, first row). */
const LOOKING: ReadonlySet<string> = new Set([
  "read",
  "grep",
  "glob",
  "skill",
  "todowrite",
  "tool_search",
  "task_query",
  "task_output",
  "code_review",
  "goal_get",
  "EnterPlanMode",
  "ExitPlanMode",
  "ask_user",
]);
const LOOKING_OPERATIONS: Readonly<Record<string, ReadonlySet<unknown>>> = {
  memory: new Set(["read", "search"]),
};

/** Whether a tool of turnkit's own only looks; `input` decides for tools with several operations. */
export function onlyLooks(name: string, input: unknown): boolean {
  if (LOOKING.has(name)) return true;
  const operations = LOOKING_OPERATIONS[name];
  if (operations === undefined || typeof input !== "object" || input === null) return false;
  return operations.has(Object.getOwnPropertyDescriptor(input, "operation")?.value);
}

/** The row "everything else". */
const EVERYTHING_ELSE: Readonly<Record<PermissionMode, PermissionDecision>> = {
  "read-only": "deny",
  ask: "ask",
  "accept-edits": "ask",
  full: "allow",
};

/** What a mode says of a call that no rule speaks of; in plan mode even `full` asks. */
export function decisionOfMode(mode: PermissionMode, planning: boolean): PermissionDecision {
  const decision = EVERYTHING_ELSE[mode];
  return planning && decision === "allow" ? "ask" : decision;
}
