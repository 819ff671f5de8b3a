import type { Static, TSchema } from "@sinclair/typebox";
import type { ArgumentIssue } from "./arguments.ts";

/** Where a tool came from; decides which filters and which trust apply to it (30-catalog). */
export type ToolSource = "builtin" | "builtin-matrix" | "configured";

/** Absent means sequential. The mode counts for the whole batch of one assistant message (10-contract). */
export type ExecutionMode = "parallel" | "sequential";

/** What the model sees of a tool. One definition may have several implementations. */
export interface ToolDefinition<S extends TSchema = TSchema> {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  /** TypeBox; a plain JSON Schema object at run time. */
  readonly schema: S;
  /** Mends what models get wrong, before validation. Must not throw on any input. */
  prepareArguments?(raw: unknown): Static<S>;
  readonly executionMode?: ExecutionMode;
  /** Replaces TypeBox validation where the schema is somebody else's JSON Schema (MCP: Ajv). */
  checkInput?(input: unknown): Promise<readonly ArgumentIssue[]>;
  /** Present on definitions that the build has evaluated (catalog/snapshot). */
  readonly stored?: StoredText;
}

/** What would be worked out of a definition, worked out before. */
export interface StoredText {
  /** UTF-16 length of the JSON `{name, description, schema}`. */
  readonly jsonLength: number;
  /** The members `description` and `schema` as they stand in the catalog's JSON document; printable. */
  readonly members?: string;
}

/** The facts of the call that a tool runs in, handed down by closure, never through a global. */
export interface ToolExecutionContext {
  readonly sessionId: string;
  readonly turnId: string;
  readonly toolCallId?: string;
  readonly assistantMessageId?: string;
}

export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export interface ImageBlock {
  readonly type: "image";
  /** base64 */
  readonly data: string;
  readonly mimeType: string;
}

export interface VideoBlock {
  readonly type: "video";
  /** base64 */
  readonly data: string;
  readonly mimeType: string;
}

export type ContentBlock = TextBlock | ImageBlock | VideoBlock;

/** What one gate did to a result; ends up in `calls[].gates` of a turn's JSON (60-turn). */
export interface GateRecord {
  readonly gate: "tool" | "wrapper" | "budget";
  readonly originalBytes: number;
  readonly returnedBytes: number;
}

export interface ToolResult {
  readonly tool_name: string;
  /** All text of the result; what a person reads. */
  readonly text: string;
  /** What the model gets, in order. */
  readonly content: readonly ContentBlock[];
  readonly isError?: boolean;
  /** For programs and logs; never reaches the model. */
  readonly details?: Readonly<Record<string, unknown>>;
  /**
   * What hooks made for other programs expect as `tool_response` of this tool (60-turn), taken from the tool
   * itself; made only when such a hook runs.
   */
  readonly toolResponse?: () => Readonly<Record<string, unknown>>;
  /** Ends the turn after this batch (ask_user, plan tools). */
  readonly terminate?: boolean;
  /** Gates the tool itself applied while producing the result (streamed output cannot be gated later). */
  readonly gates?: readonly GateRecord[];
}

/** Partial output while a tool runs; `text` is what was added since the last update. */
export type ToolUpdate = (update: { readonly text: string }) => void;

export interface ToolImpl<S extends TSchema, Ctx extends ToolExecutionContext> {
  /** A throw becomes an error result with the message; the turn goes on. */
  execute(ctx: Ctx, input: Static<S>, signal?: AbortSignal, onUpdate?: ToolUpdate): Promise<ToolResult>;
}

export interface RuntimeTool<
  S extends TSchema = TSchema,
  Ctx extends ToolExecutionContext = ToolExecutionContext,
> {
  readonly def: ToolDefinition<S>;
  readonly impl: ToolImpl<S, Ctx>;
  readonly source?: ToolSource;
}

/**
 * A tool whose schema and context are not known where it is handled (lists, the loop). Collections hold
 * these; the call path validates the input against `def.schema` before `execute` sees it.
 */
// biome-ignore lint/suspicious/noExplicitAny: existential type; the call path validates before it calls.
export type AnyTool = RuntimeTool<any, any>;
