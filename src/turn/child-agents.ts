import { loadAgents } from "../config/agents.ts";
import type { DataDir } from "../config/data-dir.ts";
import type { ChildAgent, Delegation } from "../tools/task/types.ts";
import { childTexts as texts } from "./child-texts.ts";

export const CHILD_ROLES = ["explore", "worker", "verifier"] as const;

/** The agents that work can be given to: the three built-in ones, then the custom ones of the data dir. */
export async function childAgents(dataDir: DataDir): Promise<readonly ChildAgent[]> {
  const { agents } = await loadAgents(dataDir);
  return [
    ...CHILD_ROLES.map((name) => ({ name, description: texts.roles[name] })),
    ...agents.map(({ name, description }) => ({ name, description: description ?? "" })),
  ];
}

/** For a listing: the agents are told, but there is no turn to run children in. */
export async function listedDelegation(dataDir: DataDir): Promise<Delegation> {
  return {
    agents: await childAgents(dataDir),
    start: async () => {
      const { turnFault } = await import("./errors.ts");
      throw turnFault.noChild(texts.noTurn);
    },
  };
}
