import { BEFORE_MATCH_CHARACTERS, MAX_LINE_CHARACTERS } from "./limits.ts";
import { texts } from "./texts.ts";

/**
 * A line as it is shown: whole, or, when it is over the limit, the part around its match with the number of
 * characters left out on either side.
 * @param matchAt where the match starts, in UTF-8 bytes from the start of the line
 */
export function clipLine(line: string, matchAt: number): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  const match = Buffer.from(line).subarray(0, matchAt).toString().length;
  const wanted = Math.max(0, match - BEFORE_MATCH_CHARACTERS);
  const start = wholeCharacter(line, Math.min(wanted, line.length - MAX_LINE_CHARACTERS));
  const end = wholeCharacter(line, start + MAX_LINE_CHARACTERS);
  return texts.cutLine(start, line.slice(start, end), line.length - end);
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(line: string, at: number): number {
  const code = line.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
