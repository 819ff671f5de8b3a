/** Every sentence of the skill tool. */
export const skillTexts = {
  description: (list: string) =>
    [
      "Gives the instructions of a skill: a SKILL.md that says how one kind of task is done well here. Load it before the " +
        "work, once per session, when the task is what its description names.",
      `Skills:\n${list}`,
    ].join("\n"),
  parameters: { name: "Name of the skill, as it is listed; also in the form plugin:skill." },
  entry: (name: string, description: string) =>
    description === "" ? `- ${name}` : `- ${name}: ${description}`,
  more: (names: string, left: number) => `- also: ${names}${left === 0 ? "" : ` and ${left} more`}`,
  moreUnnamed: (left: number) => `- and ${left} more`,
  unknown: (name: string, near: readonly string[], all: readonly string[]) =>
    `There is no skill "${name}". ${
      near.length > 0 ? `Nearest: ${near.join(", ")}.` : `There are: ${listed(all)}.`
    }`,
  folder: (name: string, folder: string) => `The files that the skill "${name}" names lie in "${folder}".`,
};

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(", ");
  return names.length > 20 ? `${shown}, …` : shown;
}
