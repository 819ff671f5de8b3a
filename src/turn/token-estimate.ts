import type { Message } from "@earendil-works/pi-ai";

/** What an image counts for, whatever its size: about what providers charge at their largest. */
const IMAGE_TOKENS = 1_600;

const DENSE = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/g;

/** Tokens of a text, estimated: one per CJK character, else one per four UTF-16 units (20-local-tools). */
export function textTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return dense + Math.ceil((text.length - dense) / 4);
}

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
