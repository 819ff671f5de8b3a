import type { Diagnostic } from "../output/diagnostic.ts";
import type { Environment } from "./host.ts";
import { BOUNDS } from "./limits.ts";
import { texts } from "./texts.ts";
import type { McpToolSearchConfig } from "./types.ts";

const PREFIX = "MAVIS_MCP_TOOL_SEARCH_";

type Parse = (text: string) => boolean | number | readonly string[] | undefined;

const flag: Parse = (text) => {
  if (["true", "1"].includes(text.toLowerCase())) return true;
  return ["false", "0"].includes(text.toLowerCase()) ? false : undefined;
};

const list: Parse = (text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

function number(bounds: { readonly minimum: number; readonly maximum: number }, whole = true): Parse {
  return (text) => {
    if (!/^\d+(\.\d+)?$/u.test(text)) return undefined;
    const value = Number(text);
    if ((whole && !Number.isInteger(value)) || value < bounds.minimum || value > bounds.maximum)
      return undefined;
    return value;
  };
}

/** The variables that override the configuration (40-mcp "Disclosure"). */
const VARIABLES: readonly { name: string; key: keyof McpToolSearchConfig; parse: Parse; expected: string }[] =
  [
    { name: "ENABLED", key: "enabled", parse: flag, expected: "true, 1, false or 0" },
    { name: "WHITELIST", key: "modelWhitelist", parse: list, expected: "a list split at commas" },
    {
      name: "THRESHOLD_PCT",
      key: "thresholdPct",
      parse: number(BOUNDS.thresholdPct, false),
      expected: "a number from 0 to 1",
    },
    {
      name: "MIN_DEFER_COUNT",
      key: "minDeferCount",
      parse: number(BOUNDS.minDeferCount),
      expected: "a whole number",
    },
    {
      name: "TOP_K_DEFAULT",
      key: "topKDefault",
      parse: number(BOUNDS.topK),
      expected: "a whole number from 1",
    },
    { name: "TOP_K_MAX", key: "topKMax", parse: number(BOUNDS.topK), expected: "a whole number from 1" },
    { name: "SYSTEM_HINT", key: "systemHint", parse: flag, expected: "true, 1, false or 0" },
    {
      name: "MAX_SCHEMA_TEXT_LEN",
      key: "maxSchemaTextLen",
      parse: number(BOUNDS.maxSchemaTextLen),
      expected: "a whole number",
    },
  ];

/** The settings with what `MAVIS_MCP_TOOL_SEARCH_*` says; a value that does not parse is ignored with a warning. */
export function searchFromEnvironment(
  configured: McpToolSearchConfig,
  env: Environment,
): { readonly options: McpToolSearchConfig; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const overrides: Record<string, unknown> = {};
  for (const { name, key, parse, expected } of VARIABLES) {
    const text = env[PREFIX + name];
    if (text === undefined || (text.trim() === "" && key !== "modelWhitelist")) continue;
    const value = parse(text.trim());
    if (value !== undefined) overrides[key] = value;
    else {
      const message = texts.ignoredVariable(PREFIX + name, expected);
      diagnostics.push({ severity: "warning", code: "environment_ignored", message, where: PREFIX + name });
    }
  }
  return { options: { ...configured, ...overrides }, diagnostics };
}
