import type { Assembly } from "./assemble.ts";
import { MAX_INSTRUCTION_BYTES } from "./limits.ts";
import { reminderTexts as texts } from "./reminder-texts.ts";

/** Blocks that go before the user's text: what is deferred, and what servers say of themselves. */
export function remindersOf(assembly: Assembly): string[] {
  const hint = assembly.catalog.hint;
  const instructions = assembly.servers.flatMap(({ ok, entry, instructions: text }) =>
    ok && text !== undefined && text.trim() !== "" ? [texts.server(entry.name, cut(text.trim()))] : [],
  );
  return [...(hint === undefined ? [] : [texts.reminder(hint)]), ...instructions];
}

/** The first bytes of a text, never half a character. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_INSTRUCTION_BYTES) return text;
  const head = new TextDecoder("utf-8").decode(bytes.subarray(0, MAX_INSTRUCTION_BYTES), { stream: true });
  return `${head}…`;
}
