import { type Program, type ProgramOutput, type ProgramRun, runProgram } from "../process/run-program.ts";
import { MAX_RG_OUTPUT_BYTES } from "./limits.ts";

/** What every run of ripgrep in one call shares. */
export type Ripgrep = Program;

/**
 * At most 8 MiB of stdout. Code 0: found, 1: found nothing, 2: a bad pattern, or files that could not be read;
 * null unless `done`.
 */
export type RipgrepOutput = ProgramOutput;

/** What one run is to do, and with its output. */
export type RipgrepRun = Omit<ProgramRun, "maxBytes">;

/** Runs ripgrep and collects what it prints. @throws the system's error when it cannot be started. */
export function runRipgrep(rg: Ripgrep, run: RipgrepRun): Promise<RipgrepOutput> {
  return runProgram(rg, { ...run, args: ["--no-config", ...run.args], maxBytes: MAX_RG_OUTPUT_BYTES });
}
