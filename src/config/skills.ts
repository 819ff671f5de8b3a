import { join } from "node:path";
import type { Diagnostic } from "../output/diagnostic.ts";
import { isFault } from "../output/fault.ts";
import { assetNames, assetText, embeddedAsset } from "./assets.ts";
import type { DataDir } from "./data-dir.ts";
import { entriesOf } from "./folder-entries.ts";
import type { SkillHead } from "./registered-assets.ts";
import { readSource, type SourceText } from "./source-text.ts";
import { texts } from "./texts.ts";

/** A skill that the `skill` tool can hand out. */
export interface SkillFile extends SkillHead {
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
  /** Present where the build has read it. */
  readonly head?: SkillHead;
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
    const name = builtInSkillName(file);
    if (name === undefined) return [];
    const read = () => ({ file, text: assetText(file) });
    return [{ fallbackName: name, scope: "built-in", file, head: embeddedAsset(file)?.skill, read }];
  });
}

async function readSkill(candidate: Candidate): Promise<SkillFile | undefined> {
  const { scope, folder } = candidate;
  if (candidate.head !== undefined) return storedSkill(candidate, candidate.head);
  const source = candidate.read();
  if (source === undefined) return undefined;
  const { readSkillHead } = await import("./skill-head.ts");
  const { name, description } = await readSkillHead(source, candidate.fallbackName);
  return { name, description, scope, folder, text: source.text };
}

/** Its text is read when it is asked for. */
function storedSkill({ scope, folder, read }: Candidate, { name, description }: SkillHead): SkillFile {
  return {
    name,
    description,
    scope,
    folder,
    get text() {
      return read()?.text ?? "";
    },
  };
}

/** The folder of an asset that is a built-in skill; undefined for every other. */
export function builtInSkillName(asset: string): string | undefined {
  if (!asset.startsWith("embedded/skills/") || !asset.endsWith("/SKILL.md")) return undefined;
  const name = asset.slice("embedded/skills/".length, -"/SKILL.md".length);
  return name === "" || name.includes("/") ? undefined : name;
}
