/** Every sentence about an artifact that is installed or about to be. */
export const texts = {
  notUsed: (folder: string, problem: string) =>
    `The mcode-tools artifact in "${folder}" is not used, the built-in connector is: ${problem}`,
  notJson: "expected JSON in UTF-8, got something else",
  notObject: "expected a JSON object, got another value",
  missingKeys: (keys: readonly string[]) => `expected the keys ${keys.join(", ")}, got none`,
  differs: (name: string, expected: string, got: unknown) =>
    `${name}: expected ${expected}, got ${shown(got)}`,
  badResource: (got: unknown) =>
    `resources: expected {path: a plain file name, sha256: 64 hex digits} once each, got ${shown(got)}`,
  noResource: (path: string) => `resources: expected "${path}" among them, got none`,
  absent: (path: string) => `"${path}" is not there`,
  notAFile: (path: string) => `"${path}": expected a regular file, got something else`,
  notAFolder: (path: string) => `"${path}": expected a folder, got something else`,
  stranger: (path: string) => `"${path}" does not belong to it`,
  hashDiffers: (path: string, expected: string, got: string) =>
    `"${path}": expected SHA-256 ${expected}, got ${got}`,
  tooBig: (path: string, limit: number, got: number) =>
    `"${path}": expected at most ${limit} bytes, got ${got}`,
};

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
