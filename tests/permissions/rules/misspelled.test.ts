import { expect, test } from "bun:test";
import { misspelledRules } from "../../../src/permissions/rules/misspelled.ts";
import { rules } from "../paths/support.ts";

test("a rule that nearly names a tool is a warning with the tool that was meant", () => {
  const given = rules({ allow: ["web_fetsh"], deny: ["bahs", "images_understan"] });
  expect(misspelledRules(given, []).map(({ severity, message }) => [severity, message])).toEqual([
    ["warning", 'The allow rule "web_fetsh" names no tool: did you mean web_fetch?'],
    ["warning", 'The deny rule "bahs" names no tool: did you mean bash?'],
    ["warning", 'The deny rule "images_understan" names no tool: did you mean images_understand?'],
  ]);
});

test("a tool that this turn lacks, an MCP tool, a wildcard and a tool of an extension are no mistake", () => {
  const allow = [
    "web_search",
    "memory",
    "mcp__s__t",
    "s/t",
    "connector__a__b",
    "web_*",
    "my_tool",
    "bash(bahs*)",
    "read",
  ];
  expect(misspelledRules(rules({ allow }), ["my_tool"])).toEqual([]);
});
