import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { makeSnapshot } from "../../scripts/definition-snapshot.ts";
import { everyService } from "../../scripts/local-definitions.ts";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { catalogDocument } from "../../src/catalog/document.ts";
import { catalogJson } from "../../src/catalog/document-json.ts";
import { localEntries } from "../../src/catalog/gather.ts";
import { listedTools } from "../../src/catalog/snapshot/listed-tools.ts";
import { registerDefinitions } from "../../src/catalog/snapshot/registered.ts";
import type { AnyTool } from "../../src/contract/tool.ts";
import { estimateTokens } from "../../src/mcp/estimate.ts";
import { jsonDocument } from "../../src/output/json.ts";
import { escapeHidden } from "../../src/output/visible.ts";
import { createLocalTools } from "../../src/tools/registry.ts";
import type { LocalServices } from "../../src/tools/services.ts";
import { facts, sources } from "../support/catalog.ts";

const PLATFORMS = ["linux", "darwin", "win32"] as const;

/** What the model, a person and the estimate see of a tool. */
const seen = ({ def, source }: AnyTool) => ({
  name: def.name,
  label: def.label,
  description: def.description,
  schema: JSON.parse(JSON.stringify(def.schema)),
  executionMode: def.executionMode,
  estimatedTokens: estimateTokens(def),
  source,
});

const listed = (services: LocalServices) => listedTools(services, async () => createLocalTools(services));
const every = everyService("linux", "NAME");
const skill = (name: string, description: string) => ({ ...every.skills?.[0], name, description });
const list = (skills: readonly object[]) => ({ ...every, skills }) as LocalServices;

const CASES: readonly (readonly [string, LocalServices])[] = [
  ["everything", every],
  ["the seven alone and what needs nothing", { platform: "linux", tasks: every.tasks } as LocalServices],
  ["skills whose texts have quotes, lines and $&", list([skill("a", 'say "x"\n$& \\ $1'), skill("b", "")])],
  [
    "skills whose texts hide, and half of a pair",
    list([skill("c", "a\u200bb\u0007"), skill("d", "\ud800 é 测")]),
  ],
  [
    "more skills than are described",
    list(Array.from({ length: 300 }, (_, at) => skill(`s${at}`, "x".repeat(99)))),
  ],
  ["commands that are handed over", { ...every, handOver: true }],
  ["no background tasks", { ...every, tasks: undefined }],
  ["another platform", { ...every, platform: "win32" }],
];

describe.each(CASES)("with %s, what the build has stored", (_, services) => {
  beforeEach(() => registerDefinitions(async () => makeSnapshot("linux")));
  afterEach(() => registerDefinitions(undefined));

  test("is what the tools themselves define", async () => {
    const shown = await listed(services);
    expect(shown.map(seen)).toEqual(createLocalTools(services).map(seen));
  });

  test("prints as the document that is made of the tools themselves", async () => {
    const catalog = (local: readonly AnyTool[]) =>
      assembleCatalog(facts({ host: "electron" }), {
        ...sources("goal:g", "server/t\u200bool", "extension:plan"),
        local: localEntries(local),
      });
    const made = escapeHidden(jsonDocument(catalogDocument(catalog(createLocalTools(services)))), "json");
    expect(await catalogJson(catalog(await listed(services)))).toBe(made);
  });
});

test.each(PLATFORMS)("%s: every definition is stored, and taken", async (platform) => {
  const services = everyService(platform, "NAME");
  registerDefinitions(async () => makeSnapshot(platform));
  const shown = await listed(services);
  registerDefinitions(undefined);
  expect(shown.every(({ def }) => def.stored?.members !== undefined)).toBe(true);
  expect(shown.map(seen)).toEqual(createLocalTools(services).map(seen));
});

test("a catalog of nothing is a document too", async () => {
  const none = assembleCatalog(facts({ disabled: true }), sources());
  expect(await catalogJson(none)).toBe(jsonDocument(catalogDocument(none)));
});
