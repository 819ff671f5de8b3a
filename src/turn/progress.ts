import { visible } from "../output/visible.ts";
import { MAX_BRIEF } from "./limits.ts";
import { progressTexts as texts } from "./progress-texts.ts";
import { isBroken } from "./script/record.ts";
import type { CallEntry, TurnEvent, TurnEventSink } from "./types.ts";

/**
 * What a person sees of a turn while it runs, one line each: what the model says on the way, calls, results
 * in brief, the todo list. Everything in it is data from elsewhere and is shown harmless.
 */
export function progressSink(write: (line: string) => void): TurnEventSink {
  const delegated = new Set<string>();
  let held = "";
  return (event) => {
    if (event.type === "turn_start") held = "";
    if (event.type === "message") {
      // The last message is the answer and goes to stdout; only a later one shows that this was none.
      if (held !== "") write(`${brief(held)}\n`);
      held = event.calls.length === 0 && !isBroken(event.stopReason) ? event.text : "";
    }
    if (event.type === "call_start" && event.tool === "task") delegated.add(event.id);
    const fromChild = event.type === "call_update" && delegated.has(event.id);
    for (const line of fromChild ? childLines(event.text) : linesOf(event)) write(`${line}\n`);
  };
}

/** What a child's own progress says, set off. */
function childLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => texts.ofChild(line.startsWith("  ") ? `  ${brief(line)}` : brief(line)));
}

function linesOf(event: TurnEvent): string[] {
  switch (event.type) {
    case "message":
      return event.calls.length === 0 || event.text === "" ? [] : [brief(event.text)];
    case "message_retry":
      return [texts.retry(brief(event.reason), event.delayMs, event.attempt)];
    case "call_start":
      return [texts.started(brief(event.tool), brief(argumentsInBrief(event.args)))];
    case "call_end":
      return [
        texts.ended(brief(event.tool), event.isError, brief(resultInBrief(event))),
        ...warningLines(event),
        ...todoLines(event),
      ];
    default:
      return [];
  }
}

/** The one argument that says most, else all of them as JSON. */
function argumentsInBrief(args: unknown): string {
  if (typeof args !== "object" || args === null) return "";
  for (const key of [
    "command",
    "path",
    "file_path",
    "pattern",
    "query",
    "url",
    "tool_name",
    "name",
    "description",
  ]) {
    const value: unknown = Reflect.get(args, key);
    if (typeof value === "string" && value !== "") return value;
  }
  if ("todos" in args && Array.isArray(args.todos)) return texts.items(args.todos.length);
  const all = JSON.stringify(args);
  return all === "{}" ? "" : all;
}

function resultInBrief({ text, isError, details }: CallEntry): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (isError) return lines.map((line) => line.trim()).join(" ");
  if (details.truncated === true)
    return texts.cut(Number(details.returned_bytes), Number(details.original_bytes));
  const first = (lines[0] ?? "").trim();
  return lines.length > 1 ? texts.more(first.slice(0, MAX_BRIEF / 2), lines.length - 1) : first;
}

/** What a tool warns of, not the model but the user. */
function warningLines({ details }: CallEntry): string[] {
  const { warnings } = details;
  if (!Array.isArray(warnings)) return [];
  return warnings.flatMap((warning) =>
    typeof warning === "string" ? [texts.warning(visible(warning))] : [],
  );
}

interface ListedTodo {
  readonly content: string;
  readonly status: string;
}

function todoLines(entry: CallEntry): string[] {
  const { todos } = entry.details;
  if (entry.tool !== "todowrite" || entry.isError || !Array.isArray(todos)) return [];
  return (todos as readonly ListedTodo[]).map(({ content, status }) => texts.todo(status, brief(content)));
}

/** Whether the progress shows all of a text. */
export function isWholeInBrief(text: string): boolean {
  return !text.trim().includes("\n") && brief(text) === visible(text.trim());
}

/** A text in one short line. */
export function brief(text: string): string {
  const shown = Array.from(visible(text.slice(0, MAX_BRIEF * 2).trim()));
  return shown.length <= MAX_BRIEF ? shown.join("") : `${shown.slice(0, MAX_BRIEF - 1).join("")}…`;
}
