const MARKS: Readonly<Record<string, string>> = {
  completed: "[x]",
  in_progress: "[>]",
  cancelled: "[-]",
};

/** What a person reads of a turn while it runs. */
export const progressTexts = {
  started: (tool: string, args: string) => (args === "" ? `> ${tool}` : `> ${tool}  ${args}`),
  ended: (tool: string, failed: boolean, result: string) =>
    `${failed ? "  failed" : "  ok"} ${tool}: ${result}`,
  items: (count: number) => `${count} items`,
  cut: (returned: number, original: number) =>
    `${returned} of ${original} bytes; the note in it says where the rest is`,
  more: (first: string, lines: number) => `${first}  (and ${lines} more lines)`,
  retry: (reason: string, delayMs: number, attempt: number) =>
    `provider: ${reason}; asking again in ${(delayMs / 1000).toFixed(1)} s (retry ${attempt})`,
  ofChild: (line: string) => `  | ${line}`,
  warning: (text: string) => `warning: ${text}`,
  ofBatch: (number: number, of: number, prompt: string) => `Turn ${number} of ${of}: ${prompt}`,
  waits: (questions: number) =>
    questions === 1 ? "The turn waits for your answer:" : `The turn waits for your ${questions} answers:`,
  resumeAnswers: (sessionId: string, questions: number) =>
    `Go on with: turnkit run-turn --resume ${sessionId}${" --answer …".repeat(questions)}`,
  resumePlan: (sessionId: string) =>
    `Go on with: turnkit run-turn --resume ${sessionId} --approve (or --reject)`,
  todo: (status: string, content: string) => `  ${MARKS[status] ?? "[ ]"} ${content}`,
};
