/** A text of at most `most` characters (code points), the last of them an ellipsis where something was cut. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Enough units for `most` characters, whatever their size: a long text is not taken apart.
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
