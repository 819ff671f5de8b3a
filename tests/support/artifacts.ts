import { readFileSync } from "node:fs";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import type { ArtifactStore } from "../../src/output/artifacts/types.ts";
import type { Diagnostic } from "../../src/output/diagnostic.ts";

/** Where a session keeps its outputs. */
export const TOOL_OUTPUTS = ["reports", "tool-outputs"] as const;

/** A store in a session's folder, and what it reports. */
export function sessionStore(session: string): ArtifactStore & { readonly reports: Diagnostic[] } {
  const reports: Diagnostic[] = [];
  const store = createArtifactStore({
    container: session,
    folder: TOOL_OUTPUTS,
    report: (diagnostic) => reports.push(diagnostic),
  });
  return { ...store, reports };
}

/** The bytes that a readable file stands for: its rows joined in order. */
export function joinReadable(path: string): Buffer {
  const [, ...rows] = readFileSync(path, "utf8").trimEnd().split("\n");
  return Buffer.concat(
    rows.map((line) => {
      const row = JSON.parse(line) as { text: string; base64?: string };
      return row.base64 === undefined ? Buffer.from(row.text) : Buffer.from(row.base64, "base64");
    }),
  );
}
