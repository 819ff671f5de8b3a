/**
 * Everything that can hide or move text: controls, format characters (bidirectional marks, zero-width, tags,
 * soft hyphen), line and paragraph separators, lone surrogates, what fonts show as nothing. The variation
 * selectors of emoji stay.
 */
const HIDDEN = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const HIDDEN_IN_BLOCK = new RegExp(`(?![\\n\\t])${HIDDEN.source}`, "gu");

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Most text is this, and told so without the classes of Unicode, which take their time to compile. */
const PRINTABLE = /^[ -~]*$/;

/** Foreign text on one line (tables, prompts, errors): what is hidden shows as `\n`, `\x1b`, `\u200b`. */
export function visible(text: string): string {
  return PRINTABLE.test(text) ? text : text.replace(HIDDEN, escaped);
}

/** Foreign text of several lines: as `visible`, but line ends and tabs stay. */
export function visibleBlock(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN_IN_BLOCK, escaped);
}

/** What a terminal obeys, and what changes the order of what it shows. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The answer of a model or a tool for a terminal: what a terminal obeys, and what turns text around, is shown as an
 * escape. Joiners, which many scripts and emoji need, stay.
 */
export function terminalText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(OBEYED, escaped);
}

/** Whether anything in a text of several lines hides or moves it. */
export function hasHidden(text: string): boolean {
  HIDDEN_IN_BLOCK.lastIndex = 0;
  return HIDDEN_IN_BLOCK.test(text);
}

/**
 * JSON (or YAML whose texts are all in double quotes) that says the same in characters that all show: what
 * hides or moves text is written as an escape. Such characters stand inside texts only.
 */
export function escapeHidden(document: string, language: "json" | "yaml"): string {
  return document.replace(HIDDEN_IN_BLOCK, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff && language === "yaml") return `\\U${code.toString(16).padStart(8, "0")}`;
    return Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join("");
  });
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

function escaped(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}
