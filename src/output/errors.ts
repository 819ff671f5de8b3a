import { ExitCode } from "./exit-codes.ts";
import { Fault } from "./fault.ts";
import { texts } from "./texts.ts";

export const OUTPUT_CODES = [
  "limit_too_small",
  "artifact_unsafe",
  "artifact_differs",
  "output_failed",
  "input_interrupted",
] as const;
export type OutputCode = (typeof OUTPUT_CODES)[number];

/** The faults of this room, one maker per code. */
export const outputFault = {
  /** A limit, in bytes, that the note alone does not fit. */
  limitTooSmall: (maxBytes: number, needed: number): Fault<OutputCode> =>
    new Fault("limit_too_small", {
      what: texts.limitTooSmall(maxBytes, needed),
      hint: texts.limitTooSmallHint(needed),
      exit: ExitCode.usage,
      data: { maxBytes, needed },
    }),
  /** A folder or file for artifacts that is a link, lies elsewhere, or is something else than it must be. */
  artifactUnsafe: (path: string, problem: string): Fault<OutputCode> =>
    new Fault("artifact_unsafe", { what: texts.artifactUnsafe(problem), where: path }),
  /** A file under the final name with other content. */
  artifactDiffers: (path: string): Fault<OutputCode> =>
    new Fault("artifact_differs", {
      what: texts.artifactDiffers,
      where: path,
      hint: texts.artifactDiffersHint,
    }),
  /** stdout or stderr cannot be written (a full disk behind a redirection). */
  outputFailed: (stream: string, reason: string, cause: unknown): Fault<OutputCode> =>
    new Fault("output_failed", { what: texts.outputFailed(reason), where: stream, cause }),
  /** A signal came before stdin ended. */
  inputInterrupted: (signal: string): Fault<OutputCode> =>
    new Fault("input_interrupted", {
      what: texts.inputInterrupted(signal),
      where: "stdin",
      exit: ExitCode.interrupted,
    }),
  /** stdout or stderr was closed when the program started. */
  outputClosed: (fd: number): Fault<OutputCode> =>
    new Fault("output_failed", { what: texts.outputFailed(texts.outputClosed), where: streamName(fd) }),
};

/** What people call a file descriptor. */
export function streamName(fd: number): string {
  return fd === 1 ? "stdout" : fd === 2 ? "stderr" : `file descriptor ${fd}`;
}
