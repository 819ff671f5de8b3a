/** Texts that are put before the user's own. */
export const reminderTexts = {
  reminder: (text: string) => `<system-reminder>\n${text}\n</system-reminder>`,
  server: (name: string, instructions: string) =>
    `<system-reminder>\nThe MCP server "${name}" says about its tools:\n${instructions}\n</system-reminder>`,
};
