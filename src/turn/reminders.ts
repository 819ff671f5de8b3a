import type { ModelFacts } from "../contract/model.ts";
import { EXIT_PLAN_MODE } from "../extensions/plan-mode.ts";
import { mcodeToolsReminder } from "../mcode-tools/reminder.ts";
import type { SessionMessage } from "../tools/mavis/types.ts";
import type { Todo } from "../tools/todowrite/todo-lists.ts";
import type { Assembly } from "./assemble.ts";
import { MAX_INSTRUCTION_BYTES } from "./limits.ts";
import { reminderTexts as texts } from "./reminder-texts.ts";
import type { LostTask } from "./session/transcript.ts";

export interface ReminderFacts {
  readonly model: ModelFacts;
  /** Whether mcode-tools is on. */
  readonly mcodeTools: boolean;
  /** Set in plan mode. */
  readonly planFile?: string;
  /** The session's list as the last turn left it. */
  readonly todos: readonly Todo[];
  /** Messages of other sessions. */
  readonly inbox: readonly SessionMessage[];
}

/** Blocks that go before the user's text (60-turn "Reminders"), in a fixed order. */
export function remindersOf(assembly: Assembly, facts: ReminderFacts): string[] {
  const { hint } = assembly.catalog;
  const open = facts.todos.filter(({ status }) => status === "pending" || status === "in_progress");
  const media = facts.mcodeTools ? mcodeToolsReminder(facts.model.id) : undefined;
  return [
    ...(hint === undefined ? [] : [texts.reminder(hint)]),
    ...instructionsOf(assembly),
    ...planOf(assembly, facts.planFile),
    ...(open.length === 0 ? [] : [texts.reminder(texts.openTodos(open))]),
    ...assembly.extensions.reminders.map(texts.reminder),
    ...(media === undefined ? [] : [media]),
    ...facts.inbox.map(({ from, text }) => texts.reminder(texts.inbox(from, text))),
  ];
}

/** That tasks of the session's last turn are gone; told once, as it then stands in the history. */
export function lostReminders(lost: readonly LostTask[]): string[] {
  return lost.length === 0 ? [] : [texts.reminder(texts.lostTasks(lost))];
}

/** A child of a turn in plan mode has no plan of its own to hand in. */
function planOf({ tools }: Assembly, planFile: string | undefined): string[] {
  if (planFile === undefined) return [];
  const handsIn = tools.some(({ def }) => def.name === EXIT_PLAN_MODE);
  return [texts.reminder(handsIn ? texts.planMode(planFile) : texts.planModeOfParent)];
}

/** What servers say of themselves, named and cut. */
function instructionsOf({ servers, catalog }: Assembly): string[] {
  return servers.flatMap(({ ok, entry, instructions }) => {
    const text = instructions?.trim() ?? "";
    if (catalog.muted?.has(entry.name)) return [];
    return ok && text !== "" ? [texts.reminder(texts.server(entry.name, cut(text)))] : [];
  });
}

/** The first bytes of a text, never half a character. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_INSTRUCTION_BYTES) return text;
  const head = new TextDecoder("utf-8").decode(bytes.subarray(0, MAX_INSTRUCTION_BYTES), { stream: true });
  return `${head}…`;
}
