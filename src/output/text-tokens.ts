const DENSE = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/g;

/** Quarters of a token, so that sums stay whole. */
const DENSE_QUARTERS = 4;

/** Tokens of a text, estimated: one per CJK character, else one per four UTF-16 units (20-local-tools). */
export function textTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return dense + Math.ceil((text.length - dense) / 4);
}

/** How many UTF-16 units from the start of a text come to at most so many tokens; never half a character. */
export function headWithinTokens(text: string, tokens: number): number {
  let left = tokens * 4;
  let at = 0;
  while (at < text.length) {
    left -= quartersAt(text, at);
    if (left < 0) break;
    at++;
  }
  return isTrail(text, at) ? at - 1 : at;
}

/** Where the end of a text starts that comes to at most so many tokens; never half a character. */
export function tailWithinTokens(text: string, tokens: number): number {
  let left = tokens * 4;
  let at = text.length;
  while (at > 0) {
    left -= quartersAt(text, at - 1);
    if (left < 0) break;
    at--;
  }
  return isTrail(text, at) ? at + 1 : at;
}

function quartersAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const dense =
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7ff) ||
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef);
  return dense ? DENSE_QUARTERS : 1;
}

function isTrail(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
