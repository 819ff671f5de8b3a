import { visible } from "../../output/visible.ts";
import { taskTexts as texts } from "./texts.ts";
import type { ChildAgent } from "./types.ts";

/** The agents as the definition of `task` lists them. */
export function agentList(agents: readonly ChildAgent[]): string {
  return agents.map(({ name, description }) => texts.agent(name, visible(description))).join("\n");
}
