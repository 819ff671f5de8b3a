import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { resolveDataDir } from "../../src/config/data-dir.ts";
import { registerAssets } from "../../src/config/registered-assets.ts";
import { loadSkills } from "../../src/config/skills.ts";
import { placeIn } from "../support/config.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

function load(space: Workspace, trustProject: boolean, offersBuiltIn = true) {
  const dataDir = resolveDataDir(placeIn(space), "data");
  const options = { dataDir, workspace: join(space.path, "work"), trustProject };
  return loadSkills({ ...options, offersBuiltIn: () => offersBuiltIn });
}

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;

afterEach(() => registerAssets(undefined));

test("skills come from the data dir, and with trust from the workspace; of one name the first counts", async () => {
  using space = workspace({
    "data/skills/pdf/SKILL.md": skill("pdf", "Mine"),
    "data/skills/notes/README.md": "no skill",
    "work/.agents/skills/pdf/SKILL.md": skill("pdf", "The project's"),
    "work/.claude/skills/other/SKILL.md": "Without a head",
  });
  registerAssets({});
  const without = await load(space, false);
  expect(without.skills.map(({ name, description }) => [name, description])).toEqual([["pdf", "Mine"]]);
  const trusted = await load(space, true);
  expect(trusted.skills).toMatchObject([
    { name: "other", description: "", scope: "workspace", text: "Without a head" },
    { name: "pdf", description: "Mine", scope: "data-dir", folder: join(space.path, "data/skills/pdf") },
  ]);
  expect(trusted.diagnostics).toMatchObject([{ code: "skill_left_out", severity: "warning" }]);
});

test("a built-in skill is there when its part is on", async () => {
  using space = workspace();
  const text = skill("master", "Built in");
  const path = space.file("inside", text);
  registerAssets({ "embedded/skills/master/SKILL.md": { path, sha256: "", bytes: text.length } });
  expect((await load(space, false)).skills).toMatchObject([{ name: "master", scope: "built-in", text }]);
  expect((await load(space, false, false)).skills).toEqual([]);
});

test("a built-in skill whose head the build has read is listed without its file, which is read when asked for", async () => {
  using space = workspace();
  const text = skill("master", "Built in");
  const path = join(space.path, "inside");
  const head = { name: "master", description: "Built in" };
  registerAssets({
    "embedded/skills/master/SKILL.md": { path, sha256: "", bytes: text.length, skill: head },
    "embedded/skills/master/more/SKILL.md": { path, sha256: "", bytes: text.length },
  });
  const { skills } = await load(space, false);
  space.file("inside", text);
  expect(skills).toMatchObject([{ ...head, scope: "built-in", text }]);
});

test("a broken skill is left out alone, with its position", async () => {
  using space = workspace({
    "data/skills/bad/SKILL.md": "---\nname: [\n---\n",
    "data/skills/good/SKILL.md": skill("good", "Good"),
  });
  registerAssets({});
  const { skills, diagnostics } = await load(space, false);
  expect(skills.map(({ name }) => name)).toEqual(["good"]);
  expect(diagnostics[0]?.where).toMatch(/bad\/SKILL\.md:2:\d+$/);
});
