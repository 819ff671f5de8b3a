/** Every sentence of the host side. */
export const texts = {
  disabled: "mcode-tools is off: beta.mcodeTools is false",
  readableEnvironment: (variable: string) =>
    `Programs of this user can read ${variable} from the environment of turnkit itself; a file or a command is safer`,
  hostFailed: (problem: string) => `mcode-tools cannot be offered in this turn: ${problem}`,
};
