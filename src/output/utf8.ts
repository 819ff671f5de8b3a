/**
 * How many bytes the character at `at` has; negative where these bytes are no UTF-8 and a decoder shows one
 * U+FFFD for them (the longest start of a character that is not finished, else one byte).
 */
export function utf8CharacterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf5 ? 0 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (length === 0 || !fitsSecond(lead, bytes[at + 1])) return -1;
  for (let index = 2; index < length; index++) {
    if (!isContinuation(bytes[at + index])) return -index;
  }
  return length;
}

/** Whether a byte continues a UTF-8 character. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Where the last character that is whole ends; bytes that are no UTF-8 stay. */
export function wholeCharactersEnd(bytes: Uint8Array): number {
  let lead = bytes.length - 1;
  while (lead > 0 && bytes.length - lead < 4 && isContinuation(bytes[lead])) lead--;
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? lead : bytes.length;
}

/** The second byte is bounded further by the first: no overlong forms, no surrogates, nothing over U+10FFFF. */
function fitsSecond(lead: number, second: number | undefined): boolean {
  if (second === undefined) return false;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return second >= lowest && second <= highest;
}
