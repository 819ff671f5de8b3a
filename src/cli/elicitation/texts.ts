/** Every sentence of a server's form on a terminal, as a function of data. */
export const texts = {
  asks: (server: string) => `The MCP server "${server}" asks`,
  sees: "The server gets what you answer.",
  agree: "answer",
  decline: "decline",
  keys: (letters: string) =>
    `Arrow keys and Enter, or one of ${letters}. Esc: decline. Ctrl-C: the turn ends too.`,
  letters: (letters: string) => `One of ${letters}. Ctrl-C: decline, and the turn ends.`,
  field: (title: string, at: number, of: number) => (of === 1 ? title : `${at} of ${of}: ${title}`),
  choice: (number: number, label: string) => `  ${number}  ${label}`,
  howToChoose: (several: boolean) =>
    several ? "Numbers or names, with commas between." : "A number or a name.",
  open: (required: boolean, usual: string | undefined) =>
    usual === undefined
      ? required
        ? "An answer is needed."
        : "Enter alone leaves it open."
      : `Enter alone: ${usual}`,
  noChoice: (typed: string) => `There is no choice "${typed}"`,
  answer: (text: string) => `→ ${text}`,
  leftOpen: "left open",
  needed: "An answer is needed; Ctrl-C declines and ends the turn",
  declined: "Declined; the server is told.",
  sent: "Sent to the server.",
  unshowable: "It asks with a form that cannot be shown here; it was declined.",
};
