import type { AnyTool } from "../src/contract/tool.ts";
import { createLocalTools } from "../src/tools/registry.ts";
import type { LocalServices } from "../src/tools/services.ts";

/**
 * Every local tool there is. Definitions are made without starting anything, so nothing but the platform is asked of
 * the services; what the conditional tools stand on is there, in name only.
 */
export function localDefinitions(): AnyTool[] {
  const skill = { name: "NAME", description: "What its SKILL.md says", scope: "data-dir", text: "" } as const;
  const present = {
    skills: [skill],
    memory: {},
    mavis: {},
    features: {},
    delegation: { agents: [{ name: "NAME", description: "what its file says" }] },
    tasks: {},
    workTree: true,
    webFetch: { allow: [] },
    webSearch: { provider: "searxng" },
    deploy: { folder: "/" },
  };
  return createLocalTools({ platform: "linux", ...present } as unknown as LocalServices);
}
