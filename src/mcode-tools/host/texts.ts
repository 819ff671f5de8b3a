/** Every sentence of the host side. */
export const texts = {
  disabled: "mcode-tools is off: beta.mcodeTools is false",
  hostFailed: (problem: string) => `mcode-tools cannot be offered in this turn: ${problem}`,
};
