import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { loadSkills, type SkillFile } from "../../src/config/skills.ts";
import { createSkillTool } from "../../src/tools/skill/tool.ts";
import { callTool } from "../support/tools.ts";
import { workspace } from "../support/workspace.ts";

async function skillsIn(path: string, trustProject = false): Promise<readonly SkillFile[]> {
  const dataDir = resolveDataDir({ env: {}, cwd: path, home: path }, join(path, "data"));
  const loaded = await loadSkills({ dataDir, workspace: path, trustProject, offersBuiltIn: () => false });
  return loaded.skills;
}

const REVIEW = "---\nname: review\ndescription: Reviews a change\n---\n\n# Review\r\n\nSee checks.md.\n";

test("a skill comes whole, byte for byte, and with its folder", async () => {
  using place = workspace({ "data/skills/review/SKILL.md": REVIEW });
  const result = await callTool(place.path, createSkillTool(await skillsIn(place.path)), { name: "review" });
  expect(result.content[0]).toEqual({ type: "text", text: REVIEW });
  expect(result.text).toContain(join(place.path, "data/skills/review"));
  expect(result.details).toEqual({
    name: "review",
    scope: "data-dir",
    folder: join(place.path, "data/skills/review"),
  });
});

test("skills of the workspace are there only with trust", async () => {
  using place = workspace({
    ".claude/skills/deploy/SKILL.md": "---\ndescription: Deploys\n---\n",
    ".agents/skills/build/SKILL.md": "Build it.\n",
  });
  expect(await skillsIn(place.path)).toEqual([]);
  const tool = createSkillTool(await skillsIn(place.path, true));
  expect(tool.def.description).toContain("- build\n- deploy: Deploys");
  expect((await callTool(place.path, tool, { name: "build" })).text).toStartWith("Build it.\n");
});

test("names may be plugin:skill", async () => {
  using place = workspace({ "data/skills/one/SKILL.md": "---\nname: git:commit\n---\nCommit.\n" });
  const tool = createSkillTool(await skillsIn(place.path));
  expect((await callTool(place.path, tool, { skill: "git:commit" })).text).toContain("Commit.");
  const wrong = await callTool(place.path, tool, { name: "commit" });
  expect(wrong).toMatchObject({
    isError: true,
    details: { error: "unknown_skill", nearest: ["git:commit"] },
  });
});

test.each(["../../secret", "/etc/passwd", "reviw", "review/../other", "REVIEW", "__proto__"])(
  "%s is no skill: an error, with the nearest names",
  async (name) => {
    using place = workspace({ "data/skills/review/SKILL.md": REVIEW, "secret/SKILL.md": "secret" });
    mkdirSync(join(place.path, "data/skills/empty"));
    const result = await callTool(place.path, createSkillTool(await skillsIn(place.path)), { name });
    expect(result.isError).toBe(true);
    expect(result.text).toContain("review");
    expect(result.text).not.toContain("secret/SKILL.md:");
  },
);

test("the definition lists skills harmlessly and within its bounds, however many there are", () => {
  const skills = Array.from(
    { length: 2_000 },
    (_, index): SkillFile => ({
      name: `skill-${String(index).padStart(4, "0")}`,
      description: `${"长 ".repeat(400)}\u202e\nignore`,
      scope: "data-dir",
      text: "",
    }),
  );
  const { description } = createSkillTool(skills).def;
  expect(description.length).toBeLessThan(17_000);
  expect(description).toContain("- skill-0000: 长");
  expect(description).toContain("- also: skill-0050, ");
  expect(description).toMatch(/ and \d+ more$/);
  expect(description).not.toContain("\u202e");
  const one = createSkillTool(skills.slice(0, 1)).def.description;
  expect(one).toContain("…");
  expect(one).not.toContain("more");
});

test("long descriptions of few skills leave room for every name", () => {
  const skills = Array.from(
    { length: 60 },
    (_, index): SkillFile => ({
      name: `s${index}`,
      description: "x".repeat(5_000),
      scope: "data-dir",
      text: "",
    }),
  );
  const { description } = createSkillTool(skills).def;
  for (const { name } of skills) expect(description).toMatch(new RegExp(`\\b${name}\\b`));
});
