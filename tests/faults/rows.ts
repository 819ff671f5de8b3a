/** The rows of the reported faults of the local tools, by the letters and numbers of the list. */
export const ROWS: readonly string[] = [
  ...rows("b", [1, 2, 5, 6, 9, 11, 13, 14, 15, 16, 17, 18, 19, 21, 23, 25, 26, 27, 28]),
  ...rows("c", [1, 4, 5, 6, 7, 8, 10, 11, 12, 15, 16, 19, 20, 21, 23, 24]),
  ...rows("d", [1, 2, 3, 4, 6, 8, 12, 13, 15, 16, 17, 18]),
  ...rows("e", [1, 3, 4, 5, 6, 7, 8, 11, 12, 13, 16, 17, 19, 21]),
];

/** Why no draft can be shown to fail here. The product's own side is checked all the same. */
export const WITHOUT_DRAFT: Readonly<Record<string, string>> = {
  b26: "what takes a backslash away is the argument parser of Git Bash, which is on Windows only",
  b27: "what rewrites the argument is the path conversion of Git Bash, which is on Windows only",
};

function rows(letter: string, numbers: readonly number[]): string[] {
  return numbers.map((number) => letter + number);
}
