export type Severity = "error" | "warning" | "info";

/** Something worth telling that stops nothing: a server that failed, an ignored key, a mended schema. */
export interface Diagnostic {
  readonly severity: Severity;
  /** From the closed list of the room that reports it. */
  readonly code: string;
  readonly message: string;
  readonly where?: string;
}
