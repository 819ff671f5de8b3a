import { join } from "node:path";
import type { Diagnostic } from "../output/diagnostic.ts";
import { isFault } from "../output/fault.ts";
import { assetNames, assetText } from "./assets.ts";
import type { DataDir } from "./data-dir.ts";
import { configFault } from "./errors.ts";
import { entriesOf } from "./folder-entries.ts";
import { readFrontMatter } from "./front-matter.ts";
import { HeadValues } from "./head-values.ts";
import { MAX_AGENT_NAME_CHARS } from "./limits.ts";
import { readSource, type SourceText } from "./source-text.ts";
import { texts } from "./texts.ts";
import { visibleNameProblem } from "./visible-name.ts";

/** A skill that the `skill` tool can hand out. */
export interface SkillFile {
  readonly name: string;
  /** Empty when the file gives none. */
  readonly description: string;
  readonly scope: "data-dir" | "built-in" | "workspace";
  /** The folder whose files the skill may name; undefined for a built-in one. */
  readonly folder?: string;
  /** The whole SKILL.md as it was read. */
  readonly text: string;
}

export interface LoadSkillsOptions {
  readonly dataDir: DataDir;
  /** Absolute. */
  readonly workspace: string;
  /** Reads the workspace's `.agents/skills` and `.claude/skills`. */
  readonly trustProject?: boolean;
  /** Which of the built-in ones are offered (70-mcode-tools: only when their part is on). */
  readonly offersBuiltIn: (name: string) => boolean;
}

export interface LoadedSkills {
  /** Sorted by name, names unique. */
  readonly skills: readonly SkillFile[];
  /** Skills that are left out, and why. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The skills of this run: the data dir's, the built-in ones, with trust the workspace's; of one name the first
 * counts, and that is told. A broken file leaves out that skill alone.
 */
export async function loadSkills(options: LoadSkillsOptions): Promise<LoadedSkills> {
  const skills = new Map<string, SkillFile>();
  const diagnostics: Diagnostic[] = [];
  const leftOut = (message: string, where: string | undefined) =>
    diagnostics.push({ severity: "warning", code: "skill_left_out", message, where });
  for (const candidate of candidates(options)) {
    try {
      const skill = await readSkill(candidate);
      if (skill === undefined) continue;
      if (skills.has(skill.name)) leftOut(texts.skillTwice(skill.name), candidate.file);
      else skills.set(skill.name, skill);
    } catch (error) {
      if (!isFault(error)) throw error;
      leftOut(error.message, error.where);
    }
  }
  const sorted = [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    skills: sorted.filter(({ scope, name }) => scope !== "built-in" || options.offersBuiltIn(name)),
    diagnostics,
  };
}

interface Candidate {
  readonly fallbackName: string;
  readonly scope: SkillFile["scope"];
  readonly file: string;
  readonly folder?: string;
  read(): SourceText | undefined;
}

function candidates({ dataDir, workspace, trustProject }: LoadSkillsOptions): Candidate[] {
  const project = trustProject ? [".agents", ".claude"].map((name) => join(workspace, name, "skills")) : [];
  return [
    ...inFolder(dataDir.skills, "data-dir"),
    ...builtIn(),
    ...project.flatMap((folder) => inFolder(folder, "workspace")),
  ];
}

function inFolder(parent: string, scope: SkillFile["scope"]): Candidate[] {
  return entriesOf(parent).map((name) => {
    const folder = join(parent, name);
    const file = join(folder, "SKILL.md");
    return {
      fallbackName: name,
      scope,
      file,
      folder,
      read: () => readSource(file, { role: texts.roles.skill }),
    };
  });
}

function builtIn(): Candidate[] {
  return assetNames().flatMap((file): Candidate[] => {
    const name = /^embedded\/skills\/([^/]+)\/SKILL\.md$/u.exec(file)?.[1];
    if (name === undefined) return [];
    return [{ fallbackName: name, scope: "built-in", file, read: () => ({ file, text: assetText(file) }) }];
  });
}

async function readSkill(candidate: Candidate): Promise<SkillFile | undefined> {
  const source = candidate.read();
  if (source === undefined) return undefined;
  const head = new HeadValues(await readFrontMatter(source, texts.roles.skill));
  const name = head.text("name") ?? candidate.fallbackName;
  const problem = visibleNameProblem(name, MAX_AGENT_NAME_CHARS);
  if (problem !== undefined) throw configFault.skillName(problem, source.file);
  const { scope, folder } = candidate;
  return { name, description: head.text("description") ?? "", scope, folder, text: source.text };
}
