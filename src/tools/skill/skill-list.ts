import type { SkillFile } from "../../config/skills.ts";
import { shortened } from "../../output/shortened.ts";
import { visible } from "../../output/visible.ts";
import { DESCRIBED_SKILLS, SKILL_DESCRIPTION_CHARACTERS, SKILL_LIST_CHARACTERS } from "./limits.ts";
import { skillTexts as texts } from "./texts.ts";

/** The skills as the definition lists them, in order, within its bounds: described, then by name, then counted. */
export function skillList(skills: readonly SkillFile[]): string {
  const lines: string[] = [];
  let room = SKILL_LIST_CHARACTERS;
  for (const { name, description } of skills.slice(0, DESCRIBED_SKILLS)) {
    const line = texts.entry(visible(name), oneLine(description));
    if (line.length + 1 > room) break;
    lines.push(line);
    room -= line.length + 1;
  }
  const rest = skills.slice(lines.length).map(({ name }) => visible(name));
  if (rest.length > 0) lines.push(namesWithin(rest, room));
  return lines.join("\n");
}

function namesWithin(names: readonly string[], room: number): string {
  // Room for the words around the names, and for the number of those left out.
  let left = room - 40;
  const shown = names.filter((name) => {
    left -= name.length + 2;
    return left >= 0;
  });
  const count = names.length - shown.length;
  return shown.length === 0 ? texts.moreUnnamed(count) : texts.more(shown.join(", "), count);
}

function oneLine(description: string): string {
  return shortened(visible(description.replaceAll(/\s+/g, " ").trim()), SKILL_DESCRIPTION_CHARACTERS);
}
