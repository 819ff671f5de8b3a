/** Every sentence about turn scripts, as a function of data. */
export const scriptTexts = {
  role: "the turn script",
  missing: "Cannot read the turn script: there is no such file",
  empty: "Cannot use the turn script: it is empty",
  emptyStep: "Cannot use a step that neither says nor calls anything",
  noCheck: "Cannot use an expectation that checks nothing",
  noCheckHint: "Add contains, matches, equals, isError or details",
  noSuchCall: (call: number, calls: number) =>
    calls === 0
      ? `Cannot expect anything of call ${call}: the step has no calls`
      : `Cannot expect anything of call ${call}: the last call of the step is ${calls - 1}`,
  noSuchResult: (reference: string) =>
    `Cannot use ${reference}: no call before this place has that step and number, both counted from 0`,
  badPattern: (pattern: string, reason: string) =>
    `Cannot use the pattern ${JSON.stringify(pattern)}: ${reason}`,
  patternHint: "Patterns are RE2: no look-around, no back references",
  badPointer: (pointer: string) =>
    `Cannot use ${JSON.stringify(pointer)} as a JSON pointer: it must be empty or start with "/" (RFC 6901)`,
  argsNoObject: "the arguments are no JSON object",
};
