import { classEnd } from "./glob-braces.ts";

/** One step of a segment: a literal character, `?`, `*`, or a character class. */
type Token =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly [number, number][] };

/** What stands between two slashes of a glob, compiled. */
export interface Segment {
  /** The text that it stands for when it has no wildcard. */
  readonly literal?: string;
  /** `**`: any number of folders. */
  readonly deep: boolean;
  matches(name: string): boolean;
}

/** Compiles one segment; `escapes` says whether `\` makes the next character a literal. */
export function compileSegment(source: string, escapes: boolean): Segment {
  if (source === "**") return { deep: true, matches: () => true };
  const tokens = tokensOf(source, escapes);
  if (tokens.every((token) => token.kind === "literal")) {
    const literal = tokens.map((token) => token.text).join("");
    return { literal, deep: false, matches: (name) => name === literal };
  }
  const suffix = suffixAfterStar(tokens);
  if (suffix !== undefined) return { deep: false, matches: (name) => name.endsWith(suffix) };
  return { deep: false, matches: (name) => matchTokens(tokens, name) };
}

/** `*.ts` is by far the most common segment, and needs no matching machine. */
function suffixAfterStar([first, ...rest]: readonly Token[]): string | undefined {
  if (first?.kind !== "star") return undefined;
  let suffix = "";
  for (const token of rest) {
    if (token.kind !== "literal") return undefined;
    suffix += token.text;
  }
  return suffix;
}

function tokensOf(source: string, escapes: boolean): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    const [token, next] = tokenAt(source, at, escapes);
    if (token.kind !== "star" || tokens.at(-1)?.kind !== "star") tokens.push(token);
    at = next;
  }
  return tokens;
}

function tokenAt(source: string, at: number, escapes: boolean): [Token, number] {
  const text = characterAt(source, at);
  const next = at + text.length;
  if (text === "*") return [{ kind: "star" }, next];
  if (text === "?") return [{ kind: "any" }, next];
  if (text === "\\" && escapes && next < source.length) {
    const escaped = characterAt(source, next);
    return [{ kind: "literal", text: escaped }, next + escaped.length];
  }
  const end = text === "[" ? classEnd(source, at) : undefined;
  if (end === undefined) return [{ kind: "literal", text }, next];
  return [classToken(source.slice(next, end)), end + 1];
}

function classToken(body: string): Token {
  const negated = body.startsWith("!") || body.startsWith("^");
  const members = Array.from(negated ? body.slice(1) : body, (member) => member.codePointAt(0) ?? 0);
  const ranges: [number, number][] = [];
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? 0;
    const isRange = members[at + 1] === HYPHEN && at + 2 < members.length;
    ranges.push([from, isRange ? (members[at + 2] ?? 0) : from]);
    if (isRange) at += 2;
  }
  return { kind: "class", negated, ranges };
}

const HYPHEN = 0x2d;

/** Goes back to the last `*` only, so the work is at most the product of both lengths. */
function matchTokens(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const current = tokens[token];
    const character = characterAt(name, at);
    if (current?.kind === "star") {
      star = token++;
      starAt = at;
    } else if (current !== undefined && fits(current, character)) {
      token++;
      at += character.length;
    } else if (star >= 0) {
      starAt += characterAt(name, starAt).length;
      token = star + 1;
      at = starAt;
    } else {
      return false;
    }
  }
  while (tokens[token]?.kind === "star") token++;
  return token === tokens.length;
}

function fits(token: Token, character: string): boolean {
  if (token.kind === "literal") return token.text === character;
  if (token.kind !== "class") return true;
  const code = character.codePointAt(0) ?? 0;
  return token.ranges.some(([from, to]) => from <= code && code <= to) !== token.negated;
}

/** A whole code point: `?` stands for one emoji, not for half of it. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  return code > 0xffff ? text.slice(at, at + 2) : (text[at] ?? "");
}
