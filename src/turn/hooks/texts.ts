import { HOOK_EVENTS } from "./types.ts";

/** Every sentence about hooks, as a function of data. */
export const hookTexts = {
  role: "the hooks file",
  empty: "Cannot use the hooks file: it has no hooks",
  badMatcher: (matcher: string, reason: string) =>
    `Cannot use the matcher ${JSON.stringify(matcher)}: ${reason}`,
  onlyCommands: (type: string) =>
    `Cannot run a hook of type ${JSON.stringify(type)}: only commands are run here`,
  eventNotRun: (event: string) =>
    `Hooks of the event ${event} are not run here; these are: ${HOOK_EVENTS.join(", ")}`,
  blocked: "the hook gave no reason",
  timedOut: (seconds: number) => `the command did not end within ${seconds} s`,
  noShell: "the command cannot be started: there is no shell",
  cannotStart: (reason: string) => `the command cannot be started: ${reason}`,
  failed: (event: string, code: string, said: string) =>
    `A ${event} hook failed (${code})${said === "" ? "" : `: ${said}`}`,
  badAnswer: (event: string) =>
    `A ${event} hook answered with something that is no JSON object of the known form`,
  mustAsk: "a hook wants this call to be asked, and hooks are not asked about here",
  feedback: (reason: string) => `<hook-feedback>\n${reason}\n</hook-feedback>`,
  context: (text: string) => `<hook-context>\n${text}\n</hook-context>`,
  promptBlocked: (reason: string) =>
    `Cannot run the turn: a UserPromptSubmit hook blocked the prompt: ${reason}`,
};
