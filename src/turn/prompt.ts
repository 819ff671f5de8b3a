import type { ImageContent, TextContent, UserMessage } from "@earendil-works/pi-ai";

export interface PromptParts {
  /** Blocks put before the user's text, in order: hints, reminders, servers' instructions. */
  readonly reminders: readonly string[];
  readonly text: string;
  readonly attachments: readonly (TextContent | ImageContent)[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The user's message: reminders, then what is attached, then what was typed. */
export function userMessage({ reminders, text, attachments, now }: PromptParts): UserMessage {
  const content: (TextContent | ImageContent)[] = [
    ...reminders.map((reminder) => ({ type: "text" as const, text: reminder })),
    ...attachments,
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
  ];
  return { role: "user", content, timestamp: now };
}
