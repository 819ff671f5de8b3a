const HAN = /\p{Script=Han}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The terms of a text: identifiers are split at case, digits and punctuation, all in lower case; Han text as
 * single characters and as pairs, because it has no spaces (40-mcp "Disclosure").
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  const rest = text.normalize("NFKC").replaceAll(HAN, (run) => {
    const chars = [...run];
    terms.push(...chars);
    for (let at = 0; at + 1 < chars.length; at++) terms.push(`${chars[at]}${chars[at + 1]}`);
    return " ";
  });
  for (const [word] of rest.matchAll(WORD)) terms.push(...wordParts(word));
  return terms;
}

/** `getHTTPResponse2` is get, http, response, 2; a word of one part is itself. */
function wordParts(word: string): string[] {
  return word
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/(\p{L})(\p{N})/gu, "$1 $2")
    .replaceAll(/(\p{N})(\p{L})/gu, "$1 $2")
    .toLowerCase()
    .split(" ");
}

/** Words of requests that say nothing about the tool that is wanted. */
const FILLERS = new Set(
  [
    "a an and any are as at be by can could do does for from get give have help how i in is it its like look me",
    "my need of on or please should show some something tell that the their them there these this to tool tools up",
    "use using want what when where which who will with would you your about find search",
  ].flatMap((words) => words.split(" ")),
);

/** The terms of a query that count; all of them when nothing else is left. */
export function queryTerms(query: string): string[] {
  const terms = termsOf(query);
  const telling = terms.filter((term) => !FILLERS.has(term));
  return telling.length === 0 ? terms : telling;
}
