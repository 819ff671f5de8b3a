import type { Command, CommandContext, RouteMap } from "@stricli/core";
import type { Host } from "../config/host.ts";
import type { ExitCode } from "../output/exit-codes.ts";

/** What every command gets as `this`: the world around it, and a place for its exit code. */
export interface CliContext extends CommandContext {
  readonly host: Host;
  /** Sets the exit code of a command that ended well but not with 0 (a check found something: 3). */
  exitWith(code: ExitCode): void;
  /**
   * Ends with the exit code of a program that ran in our place (`lease exec`, the fetched mcode-tools): it
   * counts even when a signal came, which that program had as well.
   */
  exitAs(code: number): void;
}

/** What a command line is read by and what then runs: all that a start needs of a command. */
export type RunnableCommand = Pick<Command<CliContext>, "loader" | "parameters">;

export type RoutingTarget = Command<CliContext> | RouteMap<CliContext>;
