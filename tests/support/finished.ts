export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Waits for the end of a process and gives everything it printed. */
export async function finished(
  child: Bun.Subprocess<Bun.SpawnOptions.Writable, "pipe", "pipe">,
): Promise<Ran> {
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const signal = child.signalCode === null ? null : String(child.signalCode);
  return { stdout, stderr, exitCode: signal === null ? exitCode : null, signal };
}
