import { readFileSync } from "node:fs";
import { systemCode } from "../../output/system-error.ts";
import { ForeignTranscript } from "../../turn/session/foreign-transcript.ts";
import { readTranscript } from "../../turn/session/history-file.ts";
import { markdownTranscript } from "../../turn/session/markdown-transcript.ts";
import type { CliContext } from "../context.ts";
import type { SessionsExportFlags } from "./sessions.ts";
import { sessionDocument } from "./sessions-show-run.ts";
import { type StoredEntries, storedEntries } from "./stored-entries.ts";

/** `turnkit sessions export SESSION`. */
export async function runSessionsExport(
  this: CliContext,
  flags: SessionsExportFlags,
  id: string,
): Promise<void> {
  const stored = await storedEntries(this.host, flags, id);
  const format = flags.json === true ? "json" : (flags.format ?? "jsonl");
  this.host.stdout.write(exported(stored, format));
}

function exported(stored: StoredEntries, format: NonNullable<SessionsExportFlags["format"]>): string {
  switch (format) {
    case "json":
      return sessionDocument(stored);
    case "jsonl":
      return wholeLines(stored.transcript);
    case "markdown":
      return markdownTranscript(stored.entries);
    default:
      return foreignTranscript(stored, format);
  }
}

/** The transcript itself, without what a killed process left of a line. */
function wholeLines(path: string): string {
  try {
    const text = readFileSync(path, "utf8");
    return text.slice(0, text.lastIndexOf("\n") + 1);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
}

function foreignTranscript(
  { facts, transcript, entries }: StoredEntries,
  format: "claude" | "codex",
): string {
  const lines: string[] = [];
  const session = readTranscript(transcript);
  const foreign = new ForeignTranscript({
    format,
    sessionId: facts.id,
    workspace: session?.workspace ?? "",
    startedAt: Date.parse(String(entries[0]?.at)) || 0,
    write: (line) => lines.push(line),
  });
  for (const message of session?.messages ?? []) foreign.append(message);
  return lines.join("");
}
