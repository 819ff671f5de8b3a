import { ExitCode } from "./exit-codes.ts";

/** What a fault says: one line `error: WHAT (WHERE)` and, where there is one, `hint: WHAT TO DO`. */
export interface FaultText {
  readonly what: string;
  /** `file:line:column` for YAML and JSON, a flag's name for the command line, a server's name for MCP. */
  readonly where?: string;
  readonly hint?: string;
}

export interface FaultOptions extends FaultText {
  readonly exit?: ExitCode;
  /** Structured facts for programs; never parsed back out of the text. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** Further faults of the same input, each told in lines of its own after this one. */
  readonly others?: readonly FaultText[];
}

/**
 * An expected failure: a person can mend it, so it is printed as one line without a stack. Everything else
 * that is thrown is a bug. `code` comes from the closed list in the room's `errors.ts` and is what callers
 * look at; the text is for people only.
 */
export class Fault<Code extends string = string> extends Error {
  readonly code: Code;
  readonly exit: ExitCode;
  readonly where?: string;
  readonly hint?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly others: readonly FaultText[];

  constructor(code: Code, options: FaultOptions) {
    super(options.what, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Fault";
    this.code = code;
    this.exit = options.exit ?? ExitCode.failed;
    this.where = options.where;
    this.hint = options.hint;
    this.data = options.data ?? {};
    this.others = options.others ?? [];
  }
}

/** Tells an expected failure from a bug, without relying on class names (minification changes those). */
export function isFault(error: unknown): error is Fault {
  return error instanceof Fault;
}

/** The message of anything thrown, for places that must show a foreign error as text. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}
