import type { LocalAdapters } from "../../tools/services.ts";
import { skillList } from "../../tools/skill/skill-list.ts";
import { agentList } from "../../tools/task/agent-list.ts";

/** What definitions list that only a turn knows, by the tool's name. */
export const GAPS: Readonly<
  Record<string, (services: Pick<LocalAdapters, "skills" | "delegation">) => string>
> = {
  skill: ({ skills = [] }) => skillList(skills),
  task: ({ delegation }) => agentList(delegation?.agents ?? []),
};
