/** Events that commands of the hooks file run at (60-turn). */
export const HOOK_EVENTS = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop"] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Whose line format a hook wants to read in `transcript_path`; absent: turnkit's own. */
export type TranscriptFormat = "claude" | "codex";

/** One command of the hooks file. */
export interface HookCommand {
  readonly command: string;
  readonly timeoutMs: number;
  readonly transcript?: TranscriptFormat;
  /** `file:line:column`, for diagnostics. */
  readonly where: string;
}

/** Commands that run for the tools that a matcher names; without one for all. */
export interface HookGroup {
  readonly matches: (names: readonly string[]) => boolean;
  readonly commands: readonly HookCommand[];
}

export type HookSet = Readonly<Record<HookEvent, readonly HookGroup[]>>;
