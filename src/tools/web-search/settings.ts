import type { Host } from "../../config/host.ts";
import type { WebSearchConfig } from "../../config/types.ts";
import type { SearchSettings } from "./types.ts";

/** The configured provider with its key from the environment; undefined when none is configured. */
export function searchSettings(
  config: WebSearchConfig | undefined,
  { env }: Pick<Host, "env">,
): SearchSettings | undefined {
  if (config === undefined) return undefined;
  const { apiKeyEnv } = config;
  return { ...config, apiKey: apiKeyEnv === undefined ? undefined : env[apiKeyEnv] };
}
