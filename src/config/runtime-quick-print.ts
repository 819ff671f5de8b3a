import { descriptorFacts, wasClosed } from "./closed-stream.ts";

/**
 * Prints a short text on stdout and loads nothing for it, not even node:fs.
 * @returns false when it did not: under another runtime, and where stdout is closed or full, which others can tell.
 */
export async function quicklyPrinted(text: string): Promise<boolean> {
  if (typeof Bun === "undefined") return false;
  try {
    if (await stdoutWasClosed()) return false;
    const writer = Bun.stdout.writer();
    writer.write(text);
    await writer.flush();
    return true;
  } catch {
    return false;
  }
}

async function stdoutWasClosed(): Promise<boolean> {
  // A pipe, a file or a terminal is not as old as the null device, and asking further would be felt.
  if (Bun.stdout.lastModified !== Bun.file("/dev/null").lastModified) return false;
  const facts = Bun.file(descriptorFacts(1));
  return wasClosed(await facts.text().catch(() => ""));
}
