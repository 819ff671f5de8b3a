import { describe, expect, test } from "bun:test";
import { assembleCatalog } from "../../src/catalog/assemble.ts";
import { STAGE_NAMES } from "../../src/catalog/types.ts";
import { facts, sources } from "../support/catalog.ts";
import { STAGE_TABLE } from "./stage-table.ts";

for (const row of STAGE_TABLE) {
  describe(`stage ${row.stage}`, () => {
    for (const { tools, facts: request, config, dropped } of row.cases) {
      const given = JSON.stringify({ ...request, ...config });
      test(`${dropped ? "drops" : "keeps"} ${tools.join(", ")} given ${given}`, () => {
        const catalog = assembleCatalog(facts(request, config), sources(...tools));
        for (const tool of catalog.tools) {
          const verdict = tool.stages.find(({ stage }) => stage === row.stage)?.verdict;
          if (!dropped) expect([tool.name, tool.status, verdict]).not.toContain("drop");
          if (!dropped) expect(tool.status).toBe("offered");
          else
            expect({ name: tool.name, stage: tool.stage, verdict }).toEqual({
              name: tool.name,
              stage: row.stage,
              verdict: "drop",
            });
        }
        expect(catalog.tools).toHaveLength(tools.length);
      });
    }
  });
}

test("the table has every stage that can drop a tool, in order", () => {
  expect(STAGE_TABLE.map(({ stage }) => stage)).toEqual(
    STAGE_NAMES.filter((stage) => stage !== "disclosure"),
  );
});

test("a listing names the stage that drops a tool in its verdicts, whatever the facts", () => {
  const cases = STAGE_TABLE.flatMap((row) => row.cases);
  const names = new Set(cases.flatMap(({ tools }) => tools));
  for (const { facts: request, config } of cases) {
    for (const name of names) {
      const [tool] = assembleCatalog(facts(request, config), sources(name)).tools;
      expect([name, tool?.stage]).toEqual([
        name,
        tool?.stages.find(({ verdict }) => verdict === "drop")?.stage,
      ]);
    }
  }
});

test("the stages of every tool are told in order, and after the drop nothing is judged", () => {
  const catalog = assembleCatalog(facts({ role: "explore" }), sources("write", "srv/x", "read"));
  for (const { stages } of catalog.tools) {
    expect(stages.map(({ stage }) => stage)).toEqual([...STAGE_NAMES]);
    const at = stages.findIndex(({ verdict }) => verdict === "drop");
    if (at !== -1)
      expect(new Set(stages.slice(at + 1).map(({ verdict }) => verdict))).toEqual(new Set(["n/a"]));
  }
});
