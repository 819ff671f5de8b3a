export interface ShellArguments {
  readonly args: readonly string[];
  /** To be added to the environment. */
  readonly variables: Readonly<Record<string, string>>;
}

const COMMAND_VARIABLE = "TURNKIT_COMMAND";

/**
 * How a command line is handed to the shell. On Windows a backslash in an argument is rewritten on its way
 * through two argument parsers, so the text travels in the environment there and arrives as typed.
 */
export function shellArguments(command: string, platform: NodeJS.Platform): ShellArguments {
  // `--`: a command that starts with a dash is not an option of the shell.
  if (platform !== "win32") return { args: ["-c", "--", command], variables: {} };
  const receive = `command=$${COMMAND_VARIABLE}; unset ${COMMAND_VARIABLE}; eval "$command"`;
  return { args: ["-c", receive], variables: { [COMMAND_VARIABLE]: command } };
}
