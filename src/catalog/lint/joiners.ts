const JOINERS = "\u200c\u200d";
const JOINED = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|(?!\p{ASCII})(?:\p{L}|\p{M})/u;

/**
 * Whether the character there is a joiner that belongs to the writing: between the parts of an emoji, or
 * between letters of scripts that need it (Persian, Hindi). Between Latin letters it only hides.
 */
export function isJoinerOfWords(text: string, index: number): boolean {
  if (!JOINERS.includes(text[index] ?? "")) return false;
  const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? "";
  const after = [...text.slice(index + 1, index + 3)][0] ?? "";
  return isJoined(before) && isJoined(after);
}

function isJoined(char: string): boolean {
  return JOINED.test(char) && !/\p{Script=Latin}/u.test(char);
}
