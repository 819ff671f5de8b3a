/** Why a name cannot be used: in words that complete "got …"; undefined when it can. */
export function visibleNameProblem(name: string, mostCharacters: number): string | undefined {
  if (name.trim() === "") return "an empty one";
  if (name !== name.trim()) return "white space around it";
  const characters = [...name].length;
  if (characters > mostCharacters) return `${characters} characters`;
  // Controls, and the format characters that reorder or hide text.
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(name) ? "an invisible character in it" : undefined;
}
