import { expect, test } from "bun:test";
import { assetText } from "../../src/config/assets.ts";
import { CONNECTOR_CODES } from "../../src/mcode-tools/connector/errors.ts";
import { parseVerb } from "../../src/mcode-tools/connector/verbs.ts";
import { MASTER_SKILL, mcodeToolsReminder } from "../../src/mcode-tools/reminder.ts";

const skill = () => assetText(`embedded/skills/${MASTER_SKILL}/SKILL.md`);

test("every command of the skill is one that the connector CLI takes", () => {
  const lines = [...skill().matchAll(/^\s*mcode-tools (.+)$/gm)].map((match) => match[1] ?? "");
  expect(lines.length).toBeGreaterThanOrEqual(4);
  for (const line of lines) {
    const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
    expect(parseVerb(words).kind).toBeString();
  }
});

test("every code that the skill explains exists", () => {
  const codes = [...skill().matchAll(/`([A-Z]{3,}_[A-Z_]+)`/g)].map((match) => match[1]);
  expect(codes.length).toBeGreaterThan(5);
  for (const code of codes) expect(CONNECTOR_CODES).toContain(code as never);
});

test("the reminder is for models MiniMax-M2.7 and later names of it only", () => {
  for (const model of ["MiniMax-M2.7", "minimax/MiniMax-M2.7-highspeed", "MiniMax-M2.7-lightning"]) {
    expect(mcodeToolsReminder(model)).toStartWith("<mcode-tools-master-reminder>\n");
  }
  for (const model of ["MiniMax-M2.5", "claude-opus", "script"])
    expect(mcodeToolsReminder(model)).toBeUndefined();
});
