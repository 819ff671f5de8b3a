import type { GoalState } from "../../extensions/goal.ts";
import { ENTER_PLAN_MODE, EXIT_PLAN_MODE } from "../../extensions/plan-mode.ts";
import { answersText, readAnswers } from "../../tools/ask-user/answers.ts";
import { waitingOf } from "../../tools/ask-user/waiting.ts";
import { featureAnswered } from "../../tools/feature-enable/answered.ts";
import type { FeatureSwitches } from "../../tools/feature-enable/types.ts";
import { turnFault } from "../errors.ts";
import { continuationTexts as texts } from "./continuation-texts.ts";
import type { StoredSession } from "./history-file.ts";

/** What the command line says of how a turn begins. */
export interface TurnBeginning {
  readonly prompt?: string;
  /** One per question that waits (`--answer`). */
  readonly answers?: readonly string[];
  /** On a plan that waits (`--approve`, `--reject`). */
  readonly decision?: "approve" | "reject";
  readonly plan?: boolean;
  /** `--goal`. */
  readonly goal?: string;
}

/** How the turn begins: what the model is told, and what holds. */
export interface Continuation {
  readonly prompt: string | undefined;
  readonly plan: boolean;
  readonly goal: GoalState | undefined;
}

/**
 * What a turn begins with, over what its session left open.
 * @throws Fault (exit 2) where an answer or a decision meets nothing that waits for it, or nothing is said to a
 * session that had come to its end.
 */
export async function beginTurn(
  beginning: TurnBeginning,
  stored: StoredSession | undefined,
  switches: FeatureSwitches,
): Promise<Continuation> {
  const goal = beginning.goal === undefined ? openGoal(stored) : { text: beginning.goal, completed: false };
  const plan = beginning.plan ?? stored?.plan ?? false;
  if (beginning.answers !== undefined && beginning.answers.length > 0) {
    const told = await answered(beginning.answers, stored, switches);
    return { prompt: joined(told, beginning.prompt), plan, goal };
  }
  if (beginning.decision !== undefined) return { ...decided(beginning, stored), goal };
  if (stored?.lastStop === "stop" && beginning.prompt === undefined) throw turnFault.nothingToGoOnWith();
  return { prompt: beginning.prompt, plan, goal };
}

function openGoal(stored: StoredSession | undefined): GoalState | undefined {
  return stored?.goal?.completed === false ? stored.goal : undefined;
}

async function answered(
  answers: readonly string[],
  stored: StoredSession | undefined,
  switches: FeatureSwitches,
): Promise<string> {
  const waiting = waitingOf(stored?.waiting?.details);
  if (waiting === undefined) throw turnFault.nothingWaits("--answer");
  const read = readAnswers(waiting, answers);
  const feature = await featureAnswered(waiting, read, switches);
  return feature?.text ?? answersText(waiting, read);
}

/** A plan is approved or not, or plan mode itself. */
function decided(
  { decision, prompt }: TurnBeginning,
  stored: StoredSession | undefined,
): Omit<Continuation, "goal"> {
  const approved = decision === "approve";
  switch (stored?.waiting?.tool) {
    case EXIT_PLAN_MODE:
      return { plan: !approved, prompt: joined(approved ? texts.planApproved : texts.planRejected, prompt) };
    case ENTER_PLAN_MODE:
      return { plan: approved, prompt: joined(approved ? texts.planEntered : texts.planNotEntered, prompt) };
    default:
      throw turnFault.nothingWaits(`--${decision}`);
  }
}

function joined(told: string, prompt: string | undefined): string {
  return prompt === undefined ? told : `${told}\n\n${prompt}`;
}
