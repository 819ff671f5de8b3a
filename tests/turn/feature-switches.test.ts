import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { FEATURE_KEYS } from "../../src/tools/feature-enable/features.ts";
import { featureSwitches } from "../../src/turn/feature-switches.ts";
import { openWorkplace } from "../../src/turn/workplace.ts";
import { testHost } from "../support/cli.ts";
import { workspace } from "../support/workspace.ts";

async function switchesIn(path: string) {
  const host = testHost({ cwd: path, home: path });
  const { loaded, dataDir } = await openWorkplace(host, { dataDir: join(path, "data") });
  return featureSwitches(loaded.config, loaded.path ?? dataDir.configFile, process.platform);
}

test("every feature that is turned on is on in the configuration that is read next", async () => {
  using place = workspace();
  const before = await switchesIn(place.path);
  expect(FEATURE_KEYS.filter((key) => before.isOn(key))).toEqual([
    "mavis",
    "delegation",
    "webSearch",
    "mcodeTools",
  ]);
  for (const key of FEATURE_KEYS) await before.enable(key);
  const after = await switchesIn(place.path);
  expect(FEATURE_KEYS.every((key) => after.isOn(key))).toBe(true);
  expect(readdirSync(join(place.path, "data"))).toEqual(["config.yaml"]);
  expect(statSync(join(place.path, "data/config.yaml")).mode & 0o777).toBe(0o600);
});

test("the rest of the configuration stays, comments included", async () => {
  const before = "# mine\nagents:\n  default:\n    features: {mavis: false} # mine too\nmodels: {}\n";
  using place = workspace({ "data/config.yaml": before });
  const switches = await switchesIn(place.path);
  expect(switches.isOn("mavis")).toBe(false);
  await switches.enable("mavis");
  expect(readFileSync(join(place.path, "data/config.yaml"), "utf8")).toBe(before.replace("false", "true"));
});

test("a configuration that became unreadable meanwhile is left alone", async () => {
  using place = workspace({ "data/config.yaml": "models: {}\n" });
  const switches = await switchesIn(place.path);
  place.file("data/config.yaml", "tools: [\n");
  await expect(switches.enable("memory")).rejects.toMatchObject({ code: "config_unchangeable" });
  expect(readFileSync(join(place.path, "data/config.yaml"), "utf8")).toBe("tools: [\n");
});
