export type PathScope = "read" | "edit" | "write" | "bash-write";

/** One parsed rule; `text` is how it was written, which is what every verdict quotes. */
export type Rule = ToolRule | CommandRule | PathRule;

/** A tool by its catalog name, or by `server/tool`; `*` is any run. */
export interface ToolRule {
  readonly kind: "tool";
  readonly text: string;
  /** Prepared for `matchesWildcards`. */
  readonly pattern: string;
  readonly alias: boolean;
}

/** `bash(PATTERN)`: one simple command. */
export interface CommandRule {
  readonly kind: "command";
  readonly text: string;
  /** Prepared for `matchesWildcards`. */
  readonly pattern: string;
}

/** `read(GLOB)` and its like; without a pattern (`edit`) any path. */
export interface PathRule {
  readonly kind: "path";
  readonly text: string;
  readonly scope: PathScope;
  readonly glob: PathGlob | undefined;
}

export interface PathGlob {
  /** `/` absolute, `~` below the home folder, `` below the workspace. */
  readonly start: "/" | "~" | "";
  /** Prepared for `matchesSegments`. A leading `..` only at the start. */
  readonly segments: readonly string[];
  /** On Windows: `C:` of an absolute one. */
  readonly drive?: string;
}

export interface RuleSet {
  readonly allow: readonly Rule[];
  readonly deny: readonly Rule[];
}

export const NO_RULES: RuleSet = { allow: [], deny: [] };
