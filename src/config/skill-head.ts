import { configFault } from "./errors.ts";
import { readFrontMatter } from "./front-matter.ts";
import { HeadValues } from "./head-values.ts";
import { MAX_AGENT_NAME_CHARS } from "./limits.ts";
import type { SkillHead } from "./registered-assets.ts";
import type { SourceText } from "./source-text.ts";
import { texts } from "./texts.ts";
import { visibleNameProblem } from "./visible-name.ts";

/**
 * What a skill is listed with, from the head of its SKILL.md.
 * @throws Fault for a head that cannot be read, or a name that cannot be shown.
 */
export async function readSkillHead(source: SourceText, fallbackName: string): Promise<SkillHead> {
  const head = new HeadValues(await readFrontMatter(source, texts.roles.skill));
  const name = head.text("name") ?? fallbackName;
  const problem = visibleNameProblem(name, MAX_AGENT_NAME_CHARS);
  if (problem !== undefined) throw configFault.skillName(problem, source.file);
  return { name, description: head.text("description") ?? "" };
}
