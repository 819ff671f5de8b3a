import type { AfterHook, BeforeHook, OutputGate } from "../contract/call-path.ts";
import type { AnyTool } from "../contract/tool.ts";

/** What an extension may know of the turn it is asked to join; frozen. */
export interface ExtensionTurn {
  /** Whether the agent is the authoritative main (30-catalog): only it plans and has goals. */
  readonly main: boolean;
  readonly planMode: boolean;
  /** The goal that is set. */
  readonly goal?: string;
  readonly workspace: string;
}

export interface ExtensionEvents {
  readonly before_tool_call: BeforeHook;
  readonly after_tool_call: AfterHook;
  readonly turn_start: () => void | Promise<void>;
  readonly turn_end: () => void | Promise<void>;
}

/** What an extension can do; valid during `init` only, hooks run later. */
export interface ExtensionApi {
  readonly turn: ExtensionTurn;
  /** The tool is offered in this turn; it passes the stages selector and role as source `builtin`. */
  registerTool(tool: AnyTool): void;
  on<Event extends keyof ExtensionEvents>(event: Event, hook: ExtensionEvents[Event]): void;
  /** A part of the system prompt, after turnkit's own. */
  contributeSystemPrompt(text: string): void;
  /** A block before the user's text. */
  registerReminder(text: string): void;
  /** Bounds results, after the gates before it. */
  registerOutputGate(gate: OutputGate): void;
}

export interface Extension {
  readonly id: string;
  readonly description: string;
  init(api: ExtensionApi): void | Promise<void>;
}

/** What all extensions of a turn brought, in the order of registration. */
export interface ExtensionSet {
  readonly tools: readonly { readonly tool: AnyTool; readonly extension: string }[];
  readonly before: readonly BeforeHook[];
  readonly after: readonly AfterHook[];
  readonly gates: readonly OutputGate[];
  readonly systemPrompt: readonly string[];
  readonly reminders: readonly string[];
  /** Runs the hooks of one end of the turn; what a hook throws becomes its own diagnostic, never a failed turn. */
  turnStart(): Promise<readonly string[]>;
  turnEnd(): Promise<readonly string[]>;
}
