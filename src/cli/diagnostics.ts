import type { Host } from "../config/host.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { visible } from "../output/visible.ts";

/** Tells diagnostics on stderr, one line each; nothing with `--quiet`, notes only with `--verbose`. */
export function writeDiagnostics(
  host: Pick<Host, "stderr">,
  diagnostics: readonly Diagnostic[],
  { quiet, verbose }: { readonly quiet?: boolean; readonly verbose?: boolean },
): void {
  if (quiet === true) return;
  const told = diagnostics.filter(({ severity }) => severity !== "info" || verbose === true);
  if (told.length > 0) host.stderr.write(told.map(diagnosticLine).join(""));
}

function diagnosticLine({ severity, message, where }: Diagnostic): string {
  const place = where === undefined ? "" : ` (${visible(where)})`;
  return `${severity}: ${visible(message)}${place}\n`;
}
