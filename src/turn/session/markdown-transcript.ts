import { visible, visibleBlock } from "../../output/visible.ts";
import type { StoredLine } from "./line-shape.ts";
import { sessionTexts as texts } from "./markdown-texts.ts";
import { messageText } from "./stored-sessions.ts";

/**
 * A transcript as a Markdown page. Everything that a user, a model or a tool said stands in fenced blocks longer
 * than any run of backticks in them, so that none of it is read as Markdown or HTML.
 */
export function markdownTranscript(entries: readonly StoredLine[]): string {
  return entries
    .map(sectionOf)
    .filter((section) => section !== "")
    .join("\n");
}

function sectionOf(entry: StoredLine): string {
  switch (entry.type) {
    case "session":
      return texts.title(code(String(entry.sessionId)), code(String(entry.workspace)));
    case "turn_start":
      return texts.turn(code(String(entry.model)), code(String(entry.at)));
    case "message":
      return messageSection(entry.message as StoredLine);
    case "call":
      return section(texts.call(code(String(entry.tool))), JSON.stringify(entry.args, undefined, 2));
    case "result": {
      const head = texts.result(code(String(entry.tool)), entry.isError === true);
      return section(head, messageText(entry.content));
    }
    case "turn_end":
      return texts.end(visible(String(entry.stopReason)));
    default:
      return "";
  }
}

function messageSection({ role, content }: StoredLine): string {
  const text = messageText(content);
  return text.trim() === "" ? "" : section(role === "user" ? texts.user : texts.model, text);
}

function section(head: string, text: string): string {
  const shown = visibleBlock(text).replace(/\n+$/u, "");
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${head}\n\n${fence}text\n${shown}\n${fence}\n`;
}

/** A code span that holds any text. */
function code(text: string): string {
  const shown = visible(text);
  const ticks = "`".repeat(longestRun(shown) + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/gu) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
