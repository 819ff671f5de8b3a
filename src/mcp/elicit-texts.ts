/** What is said of an answer that does not fit a server's form, as a function of data. */
export const elicitTexts = {
  yes: "yes",
  no: "no",
  noText: "Type a text",
  noNumber: "Type a number",
  noInteger: "Type a whole number",
  tooShort: (least: number) => `Type at least ${least} characters`,
  tooLong: (most: number) => `Type at most ${most} characters`,
  tooSmall: (least: number) => `Type a number of at least ${least}`,
  tooBig: (most: number) => `Type a number of at most ${most}`,
  tooFew: (least: number) => `Choose at least ${least}`,
  tooMany: (most: number) => `Choose at most ${most}`,
  wrongFormat: (format: string) =>
    ({
      email: "Type an e-mail address",
      uri: "Type an address with its scheme, such as https://…",
      date: "Type a date as YYYY-MM-DD",
      "date-time": "Type a date and a time as YYYY-MM-DDThh:mm:ssZ",
    })[format] ?? `Type a ${format}`,
};
