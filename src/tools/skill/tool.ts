import type { SkillFile } from "../../config/skills.ts";
import { defineRuntimeTool } from "../../contract/define-tool.ts";
import { errorResult } from "../../contract/results.ts";
import type { AnyTool, ToolResult } from "../../contract/tool.ts";
import { nearest } from "../../output/nearest.ts";
import { skillDefinition } from "./definition.ts";
import { skillTexts as texts } from "./texts.ts";

/** The skill tool over the skills of this turn, of which there is at least one. */
export function createSkillTool(skills: readonly SkillFile[]): AnyTool {
  return defineRuntimeTool({
    ...skillDefinition(skills),
    source: "builtin",
    execute: async (_ctx, { name }) => skillOf(skills, name),
  });
}

/** The whole SKILL.md; names are looked up among what was found, and likeness chooses nothing. */
function skillOf(skills: readonly SkillFile[], given: string): ToolResult {
  const name = given.trim();
  const skill = skills.find((known) => known.name === name);
  if (skill === undefined) {
    const names = skills.map((known) => known.name);
    const near = nearest(name, names);
    return errorResult("skill", texts.unknown(given, near, names), { error: "unknown_skill", nearest: near });
  }
  const { folder, scope, text } = skill;
  const parts = folder === undefined ? [text] : [text, texts.folder(name, folder)];
  return {
    tool_name: "skill",
    text: parts.join("\n"),
    content: parts.map((part) => ({ type: "text", text: part })),
    details: { name, scope, ...(folder === undefined ? {} : { folder }) },
  };
}
