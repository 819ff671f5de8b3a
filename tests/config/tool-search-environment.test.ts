import { expect, test } from "bun:test";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import { loadYaml } from "../support/config.ts";
import { workspace } from "../support/workspace.ts";

const PREFIX = "MAVIS_MCP_TOOL_SEARCH_";

const READ: readonly [variable: string, text: string, key: string, value: unknown][] = [
  ["ENABLED", "false", "enabled", false],
  ["ENABLED", "0", "enabled", false],
  ["ENABLED", "TRUE", "enabled", true],
  ["WHITELIST", " openai/*, anthropic/x ,", "modelWhitelist", ["openai/*", "anthropic/x"]],
  ["WHITELIST", "", "modelWhitelist", []],
  ["THRESHOLD_PCT", "0.5", "thresholdPct", 0.5],
  ["MIN_DEFER_COUNT", "7", "minDeferCount", 7],
  ["TOP_K_DEFAULT", "3", "topKDefault", 3],
  ["TOP_K_MAX", "9", "topKMax", 9],
  ["SYSTEM_HINT", "0", "systemHint", false],
  ["MAX_SCHEMA_TEXT_LEN", "100", "maxSchemaTextLen", 100],
];

for (const [variable, text, key, value] of READ) {
  test(`${PREFIX}${variable}=${JSON.stringify(text)} overrides configuration and default`, async () => {
    using space = workspace();
    const yaml = "mcpToolSearch: {enabled: true, modelWhitelist: [x/y], topKMax: 4}\n";
    const loaded = await loadYaml(space, yaml, { env: { [PREFIX + variable]: text } });
    expect(loaded.config.mcpToolSearch).toMatchObject({ [key]: value });
    expect(loaded.diagnostics).toEqual([]);
  });
}

const IGNORED: readonly [variable: string, text: string][] = [
  ["ENABLED", "yes"],
  ["THRESHOLD_PCT", "15"],
  ["THRESHOLD_PCT", "-1"],
  ["THRESHOLD_PCT", "NaN"],
  ["TOP_K_MAX", "0"],
  ["TOP_K_MAX", "2.5"],
  ["TOP_K_MAX", "0x10"],
  ["SYSTEM_HINT", "on"],
  ["MIN_DEFER_COUNT", "many"],
];

for (const [variable, text] of IGNORED) {
  test(`${PREFIX}${variable}=${text} is ignored with a warning, in CI too`, async () => {
    using space = workspace();
    const loaded = await loadYaml(space, "", { env: { CI: "1", [PREFIX + variable]: text } });
    expect(loaded.config).toEqual(DEFAULT_CONFIG);
    expect(loaded.diagnostics).toMatchObject([{ severity: "warning", where: PREFIX + variable }]);
  });
}

test("an empty variable counts as unset", async () => {
  using space = workspace();
  const loaded = await loadYaml(space, "", { env: { [`${PREFIX}ENABLED`]: "" } });
  expect(loaded.config).toEqual(DEFAULT_CONFIG);
  expect(loaded.diagnostics).toEqual([]);
});
