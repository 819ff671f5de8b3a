/** The skill that ships in the binary and is offered only where mcode-tools is on. */
export const MASTER_SKILL = "mcode-tools-master";

/** Models that otherwise try media work with the tools in their list (60-turn, "Reminders"). */
const REMINDED = /(^|\/)MiniMax-M2\.7/i;

/** The block that goes before the user's text; undefined for models that need none. */
export function mcodeToolsReminder(modelId: string): string | undefined {
  if (!REMINDED.test(modelId)) return undefined;
  return [
    "<mcode-tools-master-reminder>",
    `Work on images, video and audio (understanding, making, changing) goes through the skill \`${MASTER_SKILL}\`:`,
    "load it first and follow it. Its tools are not in your list; bash reaches them.",
    "</mcode-tools-master-reminder>",
  ].join("\n");
}
