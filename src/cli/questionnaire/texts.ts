/** Every sentence of the questionnaire on a terminal, as a function of data. */
export const texts = {
  asks: "The model asks",
  titled: (title: string) => `The model asks: ${title}`,
  step: (question: string, step: number, of: number) =>
    of === 1 ? question : `${step} of ${of}: ${question}`,
  recommended: "recommended",
  described: (label: string, description: string) => `${label}: ${description}`,
  own: "in your own words",
  skip: "leave it open; the model decides",
  done: "done",
  keys: (letters: string) => `Arrow keys and Enter, or one of ${letters}. Esc or Ctrl-C: answer later.`,
  letters: (letters: string) => `One of ${letters}. Ctrl-C: answer later.`,
  several: "Several may be chosen.",
  write: "Write, then Enter. Esc goes back.",
  prompt: "> ",
  answer: (text: string) => `→ ${text}`,
  open: "left open",
  later: "The questions wait; the turn ends.",
};
