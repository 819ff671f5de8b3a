import type { AnyTool } from "../src/contract/tool.ts";
import { createLocalTools } from "../src/tools/registry.ts";
import type { LocalServices } from "../src/tools/services.ts";

/**
 * Services that every local tool exists with, by name only: definitions are made without starting anything, so
 * nothing but the platform is asked of them. The one skill and the one agent are called `name`.
 */
export function everyService(platform: NodeJS.Platform, name: string): LocalServices {
  const present = {
    skills: [{ name, description: "What its SKILL.md says", scope: "data-dir", text: "" }],
    memory: {},
    mavis: {},
    features: {},
    delegation: { agents: [{ name, description: "what its file says" }] },
    tasks: {},
    workTree: true,
    webFetch: { allow: [] },
    webSearch: { provider: "searxng" },
    deploy: { folder: "/" },
    platform,
  };
  return present as unknown as LocalServices;
}

/** Every local tool there is. */
export function localDefinitions(): AnyTool[] {
  return createLocalTools(everyService("linux", "NAME"));
}
