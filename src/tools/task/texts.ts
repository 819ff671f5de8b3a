import { visible } from "../../output/visible.ts";
import type { Appended, ChildOutcome } from "./types.ts";

/** Every sentence of task and task_append. */
export const taskTexts = {
  task: (list: string) =>
    [
      "Gives a piece of work to another agent, which works in a session of its own and answers with one message.",
      "It knows nothing of this conversation: the prompt must hold all that it needs, and what it shall report.",
      `Agents:\n${list}`,
    ].join("\n"),
  agent: (name: string, description: string) => `- ${name}: ${description}`,
  append:
    "Says something more to an agent that `task` started: while it works it reads it at its next step; when it has ended it goes on with it.",
  parameters: {
    description: "The work in 3 to 8 words, for people.",
    prompt: "The whole of the work, and what to report.",
    agentName: "Which agent.",
    model: "Another model than this turn's.",
    effort: "How much it thinks.",
    background: "Go on at once; read it later with task_output.",
    taskId: "The id that task gave.",
    content: "What to say.",
  },
  done: (id: string, outcome: ChildOutcome) =>
    outcome.failed
      ? `Task ${id} failed (${outcome.stopReason}): ${outcome.text}`
      : `${outcome.text}\n\n(task ${id}, ${outcome.calls} calls)`,
  started: (id: string) => `Task ${id} is running. Read it with task_output, end it with task_stop.`,
  appended: (id: string, what: Appended): string => {
    switch (what) {
      case "activated":
        return `activated: task ${id} goes on with it.`;
      case "steered":
        return `steered: task ${id} reads it at its next step.`;
      case "duplicate":
        return `duplicate: task ${id} has been told exactly this last.`;
    }
  },
  noBackground:
    "Cannot start the task in the background: this turn has no task_output to read it with. Nothing was started.",
  notATask: (id: string) => `There is no task "${visible(id)}" that an agent works on.`,
};
