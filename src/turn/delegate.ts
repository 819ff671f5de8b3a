import { chooseAgent, selectionOf } from "../config/agents.ts";
import type { ChildRequest, Delegation } from "../tools/task/types.ts";
import { CHILD_ROLES, childAgents } from "./child-agents.ts";
import { RunningChild } from "./child-task.ts";
import { childTexts as texts } from "./child-texts.ts";
import { turnFault } from "./errors.ts";
import { chooseModel, type ModelChoice } from "./model-choice.ts";
import { sessionAt } from "./session/session.ts";
import type { ParentTurn, StartTurnOptions } from "./start-turn.ts";
import type { TurnDocument } from "./types.ts";

/** What children of a turn have in common with it: they work by the same rules, in the same workspace. */
type Shared = Pick<
  StartTurnOptions,
  | "host"
  | "workplace"
  | "choice"
  | "limits"
  | "permission"
  | "extensions"
  | "lock"
  | "mcpTimeoutMs"
  | "ask"
  | "elicit"
>;

export interface DelegationOptions {
  /** The turn that gives work away. */
  readonly turn: StartTurnOptions;
  readonly parent: ParentTurn;
  /** Whether the parent is in plan mode: then its children change nothing either. */
  readonly plan: boolean;
  readonly run: (options: StartTurnOptions) => Promise<TurnDocument>;
}

/** Runs children as turns of their own: own session, own transcript, the named agent's profile, no children. */
export async function createDelegation(options: DelegationOptions): Promise<Delegation> {
  const { parent, plan, run } = options;
  const shared = sharedOf(options.turn);
  const { dataDir } = shared.workplace;
  return {
    agents: await childAgents(dataDir),
    start: async (request) => {
      const turn = await childTurn(shared, request);
      return new RunningChild(request.description, request.prompt, ({ prompt, sessionId, ...child }) =>
        run({
          ...shared,
          ...turn,
          ...child,
          beginning: { prompt, plan },
          resume: sessionId === undefined ? undefined : sessionAt(dataDir.sessions, sessionId),
          parent,
          // They stand in the child's document, and in its transcript.
          onDiagnostic: () => undefined,
        }),
      );
    },
  };
}

function sharedOf(turn: StartTurnOptions): Shared {
  const { host, workplace, choice, limits, permission, extensions, lock, mcpTimeoutMs, ask, elicit } = turn;
  return { host, workplace, choice, limits, permission, extensions, lock, mcpTimeoutMs, ask, elicit };
}

type ChildTurn = Pick<StartTurnOptions, "choice" | "facts" | "instructions">;

async function childTurn(shared: Shared, request: ChildRequest): Promise<ChildTurn> {
  const { host, workplace } = shared;
  const { dataDir } = workplace;
  const chosen = await chooseAgent(request.agentName, {
    dataDir,
    host,
    roles: CHILD_ROLES,
    namesOnly: true,
  });
  const surface = "task-child" as const;
  if (chosen.kind === "role") {
    return { facts: { role: chosen.role, surface }, choice: await childModel(shared, request) };
  }
  const { model, instructions } = chosen.agent;
  return {
    facts: { custom: selectionOf(chosen.agent), surface },
    choice: await childModel(shared, { ...request, model: request.model ?? model }),
    instructions,
  };
}

/** The parent's model unless another one is named. A script has no next answer for a child: it must name one. */
async function childModel(shared: Shared, { model, effort }: ChildRequest): Promise<ModelChoice> {
  const { host, workplace, choice, limits } = shared;
  if (model === undefined) {
    if (choice.kind === "script") throw turnFault.noChild(texts.noModelInScript);
    const thinking = choice.live.pi.reasoning ? effort : undefined;
    return thinking === undefined ? choice : { ...choice, live: { ...choice.live, thinking } };
  }
  if (model.startsWith("script:") && choice.kind !== "script") throw turnFault.noChild(texts.scriptForLive);
  const chosen = await chooseModel(model, {
    host: { ...host, cwd: workplace.workspace },
    models: workplace.loaded.config.models,
    thinking: effort,
  });
  if (limits.maxCost !== undefined && chosen.kind === "live" && !chosen.live.priced) {
    throw turnFault.priceUnknown(model);
  }
  return chosen;
}
