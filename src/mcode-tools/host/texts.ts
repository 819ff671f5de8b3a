/** Every sentence of the host side. */
export const texts = {
  disabled: "mcode-tools is off: beta.mcodeTools is false",
  artifactMismatch: (folder: string, problem: string) =>
    `The mcode-tools artifact in "${folder}" is not used, the built-in connector is: ${problem}`,
  hostFailed: (problem: string) => `mcode-tools cannot be offered in this turn: ${problem}`,
};
