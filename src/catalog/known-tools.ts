import { ABSENCES, type Absence, absence } from "./absence-texts.ts";
import { isAuthoritativeMain } from "./profile.ts";
import { remedies, texts } from "./texts.ts";
import { hostsOf, MEMORY_OFF_HOSTS } from "./tool-sets.ts";
import type { CatalogFacts } from "./types.ts";

/** Why a tool that this program knows is in no source, and what would bring it in; undefined for others. */
export function absentTool(name: string, facts: CatalogFacts): Absence | undefined {
  if (facts.disabled && Object.hasOwn(ABSENCES, name)) {
    return { reason: texts.disabled, bringIn: [remedies.enableTools] };
  }
  if (name === "EnterPlanMode" || name === "ExitPlanMode") return planTool(name, facts);
  const hosts = hostsOf(name);
  if (hosts !== undefined && !hosts.includes(facts.host)) {
    return { reason: texts.notOnHost(facts.host, hosts), bringIn: [remedies.host(hosts)] };
  }
  if (name === "memory" && MEMORY_OFF_HOSTS.includes(facts.host)) {
    return { reason: texts.memoryOff(facts.host), bringIn: [remedies.memory] };
  }
  return Object.hasOwn(ABSENCES, name) ? ABSENCES[name] : undefined;
}

/** Names for suggestions. */
export function knownToolNames(): readonly string[] {
  return [...Object.keys(ABSENCES), "EnterPlanMode", "ExitPlanMode"];
}

function planTool(name: "EnterPlanMode" | "ExitPlanMode", { profile, plan }: CatalogFacts): Absence {
  if (!isAuthoritativeMain(profile)) return { reason: texts.planOfTheMain, bringIn: [remedies.mainAgent] };
  if (name === "ExitPlanMode") return absence(texts.notPlanning, "flag", "--plan");
  return absence(plan ? texts.planningAlready : texts.planOfTheMain, "flag", "leave out --plan");
}
