import type { Artifact } from "../artifacts/types.ts";

export type GateStrategy = "prefix_lines" | "head_tail_lines";
export type OffsetUnit = "line" | "match" | "file";

/** How the model goes on after a cut, for programs; the note says the same in words. */
export type Continuation = {
  readonly tool: string;
  /** Arguments to repeat as they were. */
  readonly preserve_args: readonly string[];
  readonly instruction: string;
};

/** What a gate did, for programs (50-output); a type, so that it fits `ToolResult.details`. */
export type GateDetails = {
  readonly truncated: boolean;
  /** Whether more can be had by `next_offset` or from the file. */
  readonly has_more: boolean;
  readonly strategy: GateStrategy;
  /** Of the whole output. */
  readonly original_bytes: number;
  /** Of the returned text, note included. */
  readonly returned_bytes: number;
  readonly max_bytes: number;
  readonly next_offset?: number;
  readonly offset_unit?: OffsetUnit;
  readonly continuation?: Continuation;
  readonly artifact?: Pick<Artifact, "path" | "sha256" | "bytes">;
};

export interface GatedText {
  readonly text: string;
  readonly details: GateDetails;
}
