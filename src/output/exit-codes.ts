/** The exit codes of every command (00-product). Named, so that no number stands alone in the code. */
export const ExitCode = {
  /** Done. Error results of tools and denials inside a turn do not change this. */
  ok: 0,
  /** The work failed: a provider, a server that was asked for, a file, the network, a limit. */
  failed: 1,
  /** The command line, the configuration or a named input is wrong; nothing was started. */
  usage: 2,
  /** A check found something: lint findings, drift, a failed expectation. */
  found: 3,
  /** The turn ended waiting for the user. */
  waiting: 4,
  /** Interrupted by SIGINT, after cleaning up. */
  interrupted: 130,
  /** Ended by SIGTERM, after cleaning up. */
  terminated: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
