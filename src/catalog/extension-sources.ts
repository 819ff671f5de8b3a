import { type GoalState, goalExtension } from "../extensions/goal.ts";
import { initExtensions } from "../extensions/init.ts";
import { planModeExtension } from "../extensions/plan-mode.ts";
import type { Extension, ExtensionSet } from "../extensions/types.ts";
import type { GatherRequest } from "./gather.ts";
import { isAuthoritativeMain } from "./profile.ts";
import type { CatalogFacts } from "./types.ts";

export interface ExtensionRequest {
  readonly facts: CatalogFacts;
  readonly workspace: string;
  /** The goal of the session; its tools come in while it is set. */
  readonly goal?: GoalState;
  /** Those that the user named, after the built-in ones. */
  readonly own?: readonly Extension[];
  /** Built-in ones of the caller, such as the output budget; first of all. */
  readonly first?: readonly Extension[];
}

/** What the extensions of a turn bring, and the parts of it that are sources of its catalog. */
export async function extensionSources(
  request: ExtensionRequest,
): Promise<{ readonly set: ExtensionSet } & Pick<GatherRequest, "goalTools" | "extensionTools">> {
  const { facts, workspace, goal, own = [], first = [] } = request;
  const extensions = facts.disabled ? [] : [...first, planModeExtension, goalExtension, ...own];
  const set = await initExtensions(extensions, {
    main: isAuthoritativeMain(facts.profile),
    planMode: facts.plan,
    goal: goal === undefined || goal.completed ? undefined : goal.text,
    workspace,
  });
  return {
    set,
    goalTools:
      goal === undefined || facts.disabled
        ? []
        : (await import("../extensions/goal-tools.ts")).goalTools(goal),
    extensionTools: set.tools,
  };
}
