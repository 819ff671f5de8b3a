/** A CJK character counts for one token, four other UTF-16 units for one (20-local-tools). */
const OTHERS_A_TOKEN = 4;

/** Tokens of a text, estimated. */
export function textTokens(text: string): number {
  let dense = 0;
  for (let at = 0; at < text.length; at++) if (isDense(text.charCodeAt(at))) dense++;
  return dense + Math.ceil((text.length - dense) / OTHERS_A_TOKEN);
}

/** How many UTF-16 units from the start of a text come to at most so many tokens; never half a character. */
export function headWithinTokens(text: string, tokens: number): number {
  let left = tokens * OTHERS_A_TOKEN;
  let at = 0;
  for (; at < text.length; at++) {
    left -= weightAt(text, at);
    if (left < 0) break;
  }
  return isTrail(text.charCodeAt(at)) ? at - 1 : at;
}

/** Where the end of a text starts that comes to at most so many tokens; never half a character. */
export function tailWithinTokens(text: string, tokens: number): number {
  let left = tokens * OTHERS_A_TOKEN;
  let at = text.length;
  for (; at > 0; at--) {
    left -= weightAt(text, at - 1);
    if (left < 0) break;
  }
  return isTrail(text.charCodeAt(at)) ? at + 1 : at;
}

function weightAt(text: string, at: number): number {
  return isDense(text.charCodeAt(at)) ? OTHERS_A_TOKEN : 1;
}

/** Hangul, kana, ideographs and their full-width forms. */
function isDense(code: number): boolean {
  return (
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7ff) ||
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef)
  );
}

function isTrail(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
