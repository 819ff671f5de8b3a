import type { FactRequest } from "../../catalog/facts.ts";
import { CANONICAL_ROLES } from "../../catalog/profile.ts";
import type { DataDir } from "../../config/data-dir.ts";
import type { Host } from "../../config/host.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import type { FactFlags } from "./fact-flags.ts";

/** What the flags `--agent` and `--role` say of the agent. */
export interface AgentFacts {
  readonly facts: Pick<FactRequest, "role" | "custom">;
  /** The model that a custom agent's file names. */
  readonly model?: string;
  /** Further text of a custom agent's file: its instructions. */
  readonly instructions?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The agent of a turn: a built-in role, or a custom agent by name or file.
 * @throws Fault (exit 2) for both flags at once, an unknown agent, or a broken file (with its position).
 */
export async function agentFacts(
  host: Pick<Host, "cwd" | "home">,
  dataDir: DataDir,
  { agent, role }: Pick<FactFlags, "agent" | "role">,
): Promise<AgentFacts> {
  if (agent === undefined) return { facts: { role }, diagnostics: [] };
  if (role !== undefined) throw agentAndRole();
  const { chooseAgent, selectionOf } = await import("../../config/agents.ts");
  const chosen = await chooseAgent(agent, { dataDir, host, roles: CANONICAL_ROLES });
  if (chosen.kind === "role") return { facts: { role: chosen.role }, diagnostics: [] };
  const { model, instructions, diagnostics } = chosen.agent;
  return {
    facts: { custom: selectionOf(chosen.agent) },
    model,
    instructions,
    diagnostics,
  };
}

function agentAndRole(): Fault {
  return new Fault("agent_and_role", {
    what: "Cannot use --agent and --role together: each names the agent",
    where: "--role",
    hint: "leave one of them out",
    exit: ExitCode.usage,
  });
}
