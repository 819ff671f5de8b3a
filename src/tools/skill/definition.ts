import { type Static, Type } from "@sinclair/typebox";
import type { SkillFile } from "../../config/skills.ts";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { skillList } from "./skill-list.ts";
import { skillTexts as texts } from "./texts.ts";

const schema = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200, description: texts.parameters.name }) },
  { additionalProperties: false },
);

export type SkillInput = Static<typeof schema>;

/** What the model sees of `skill`: its description lists the skills that there are. */
export function skillDefinition(skills: readonly SkillFile[]): ToolDefinition<typeof schema> {
  return {
    name: "skill",
    label: "Skill",
    description: texts.description(skillList(skills)),
    schema,
    executionMode: "parallel",
    prepareArguments: (raw) =>
      mendArguments(raw, { aliases: { name: ["skill", "skill_name", "skillName"] } }) as SkillInput,
  };
}
