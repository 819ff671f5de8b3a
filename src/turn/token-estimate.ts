import type { Message } from "@earendil-works/pi-ai";
import { textTokens } from "../output/text-tokens.ts";

/** What an image counts for, whatever its size: about what providers charge at their largest. */
const IMAGE_TOKENS = 1_600;

const known = new WeakMap<Message, number>();

/** Tokens of a message of the history, estimated; each is counted once. */
export function messageTokens(message: Message): number {
  const counted = known.get(message);
  if (counted !== undefined) return counted;
  const tokens = contentTokens(message);
  known.set(message, tokens);
  return tokens;
}

function contentTokens({ content }: Message): number {
  if (typeof content === "string") return textTokens(content);
  return content.reduce((sum, block) => sum + blockTokens(block), 0);
}

function blockTokens(block: Exclude<Message["content"], string>[number]): number {
  switch (block.type) {
    case "text":
      return textTokens(block.text);
    case "thinking":
      return textTokens(block.thinking);
    case "image":
      return IMAGE_TOKENS;
    case "toolCall":
      return textTokens(block.name) + textTokens(JSON.stringify(block.arguments));
  }
}
