import { KIB, MIB } from "../../output/limits.ts";

/** Every sentence of `turnkit sessions`. */
export const texts = {
  brief: "List, show, export and clean up sessions",
  description: [
    "What turns and calls left in the data folder: their transcripts and the outputs that did not fit.",
    "",
    "Examples:",
    "  turnkit sessions",
    "  turnkit sessions show SESSION",
    "  turnkit sessions export SESSION --format markdown",
    "  turnkit sessions gc --older-than 30d --dry-run",
  ].join("\n"),
  list: "The sessions, the one that changed last first",
  listDescription: [
    "A session is what run-turn keeps of its turns: the transcript and the whole outputs of its tools.",
    "",
    "Examples:",
    "  turnkit sessions list",
    "  turnkit sessions list --json",
  ].join("\n"),
  show: "What was said and done in one session",
  showDescription: [
    "Prints the conversation: what the user and the model said, the calls, and the first lines of their",
    "results. With --json every line of the transcript.",
    "",
    "Examples:",
    "  turnkit sessions show 20260131-142501-9f86d081",
    "  turnkit sessions show 20260131-142501-9f86d081 --json",
  ].join("\n"),
  export: "A session in a format that other programs read",
  exportDescription: [
    "Prints a session: its transcript as it is (jsonl), to read (markdown), in the line formats of Claude Code",
    "(claude) and Codex (codex), or as one document (json). Secrets are masked, as in the transcript.",
    "",
    "Examples:",
    "  turnkit sessions export 20260131-142501-9f86d081 --format markdown > session.md",
    "  turnkit sessions export 20260131-142501-9f86d081 --format claude > session.jsonl",
  ].join("\n"),
  gc: "Remove old sessions",
  gcDescription: [
    "Removes sessions that have not changed for --older-than (default 30d) and, with --max-size, the oldest",
    "ones until all together fit. A session that a living process works in is never removed.",
    "",
    "Examples:",
    "  turnkit sessions gc --dry-run",
    "  turnkit sessions gc --older-than 7d",
    "  turnkit sessions gc --max-size 500MiB --older-than 90d",
  ].join("\n"),
  sessionBrief: "Id of a session, as `sessions list` shows it",
  olderThanBrief: "Age of the last change: 30d, 12h or 45m (default: 30d)",
  maxSizeBrief: "Of all sessions together: 500MiB, 2GB (default: no limit)",
  dryRunBrief: "Say what would go, remove nothing",

  noAge: (input: string) => `"${input}" is no age: give a number with d, h or m, as 30d`,
  noSize: (input: string) => `"${input}" is no size: give bytes as 500MiB or 2GB`,
  none: (folder: string) => `No sessions (${folder})\n`,
  unknown: (id: string) => `There is no session "${id}"`,
  unknownHint: (nearest: readonly string[]) =>
    nearest.length === 0 ? "turnkit sessions list shows what there is" : `nearest: ${nearest.join(", ")}`,
  removed: (id: string, bytes: number, reason: "age" | "size", dryRun: boolean) =>
    `${dryRun ? "would remove" : "removed"} ${id} (${size(bytes)}, ${reason === "age" ? "old" : "over the size"})\n`,
  began: (id: string) => `"${id}" is running now and stays`,
  stays: (id: string, reason: string) => `Cannot remove all of "${id}": ${reason}`,
  summary: (count: number, bytes: number, kept: number, dryRun: boolean) =>
    `${dryRun ? "would free" : "freed"} ${size(bytes)}: ${sessions(count)}; ${kept} kept\n`,
  user: (text: string) => `> ${text.replaceAll("\n", "\n> ")}\n`,
  call: (tool: string, args: string) => `  call ${tool} ${args}\n`,
  result: (failed: boolean, lines: readonly string[], more: number) =>
    [
      ...lines.map(
        (line, index) => `  ${index === 0 ? (failed ? "failed:" : "result:") : "       "} ${line}`,
      ),
      ...(more > 0 ? [`          (${more} more ${more === 1 ? "line" : "lines"})`] : []),
    ].join("\n"),
  ended: (stopReason: string) => `  (turn ended: ${stopReason})\n`,
  size,
};

function size(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < MIB) return `${(bytes / KIB).toFixed(1)} KiB`;
  return `${(bytes / MIB).toFixed(1)} MiB`;
}

function sessions(count: number): string {
  return count === 1 ? "1 session" : `${count} sessions`;
}
