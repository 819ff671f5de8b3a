import { type GlobalFlags, globalFlags } from "../global-flags.ts";
import { type PermissionFlags, permissionFlags } from "../permission-flags.ts";
import { type FactFlags, factFlags, type McpFlags, mcpFlags } from "./fact-flags.ts";
import { positiveInteger, positiveNumber, seconds, text, wholeNumber } from "./flag-parsers.ts";
import { type LockedFlags, lockedFlags } from "./locked.ts";
import { extensionFlag } from "./own-extensions.ts";

export const TURN_FORMATS = ["text", "json", "stream-json"] as const;
export const THINKING = ["off", "minimal", "low", "medium", "high"] as const;

export interface RunTurnFlags
  extends GlobalFlags,
    McpFlags,
    PermissionFlags,
    LockedFlags,
    Pick<FactFlags, "agent" | "role"> {
  readonly model?: string;
  readonly script?: string;
  readonly demo?: boolean;
  readonly format?: (typeof TURN_FORMATS)[number];
  readonly file?: readonly string[];
  readonly batch?: string;
  readonly record?: string;
  readonly resume?: string;
  readonly answer?: readonly string[];
  readonly approve?: boolean;
  readonly reject?: boolean;
  readonly plan?: boolean;
  readonly goal?: string;
  readonly extension?: readonly string[];
  readonly maxSteps?: number;
  readonly turnTimeout?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxRetries?: number;
  readonly stallTimeout?: number;
  readonly thinking?: (typeof THINKING)[number];
  readonly failOnDenied?: boolean;
}

type Parse<T> = (input: string) => T;

const value = <T>(parse: Parse<T>, placeholder: string, brief: string) =>
  ({ kind: "parsed", parse, placeholder, brief, optional: true }) as const;
const values = (placeholder: string, brief: string) =>
  ({ kind: "parsed", parse: text, placeholder, brief, optional: true, variadic: true }) as const;
const flag = (brief: string) => ({ kind: "boolean", brief, optional: true, withNegated: false }) as const;

/** What starts a turn, what it may use, and what ends it. */
export const runTurnFlags = {
  ...globalFlags,
  ...permissionFlags,
  ...mcpFlags,
  ...lockedFlags,
  agent: factFlags.agent,
  role: factFlags.role,
  extension: extensionFlag,
  model: value(text, "MODEL", "PROVIDER/ID, script:FILE, or an entry of models:"),
  script: value(text, "FILE", "Play a turn script (short for --model script:FILE)"),
  demo: flag("Play the built-in tour in a temporary workspace"),
  format: { kind: "enum", values: TURN_FORMATS, brief: "Default: text", optional: true },
  file: values("FILE", "Attach a text file or an image, repeatable"),
  batch: value(
    text,
    "FILE",
    "A turn of its own for each line of FILE; a line is a prompt, or one as a JSON string",
  ),
  record: value(text, "FILE", "Write the turn as a script that plays it again"),
  plan: flag("Plan mode: nothing is written but the plan, and you decide on it"),
  goal: value(text, "TEXT", "Go on until this is reached"),
  resume: value(text, "SESSION", "Go on with a session"),
  answer: values(
    "TEXT",
    "Answer to a question that waits: a label, its number or own words; one per question",
  ),
  approve: flag("Approve the plan that waits"),
  reject: flag("Do not approve it; a PROMPT says why"),
  maxSteps: value(positiveInteger, "N", "Answers of the model (default: 50)"),
  turnTimeout: value(seconds, "SECONDS", "Time for the whole turn"),
  maxTokens: value(positiveInteger, "N", "Tokens of the whole turn, in and out"),
  maxCost: value(positiveNumber, "USD", "Price of the whole turn in US dollars"),
  maxRetries: value(wholeNumber, "N", "Times to ask a failing provider again (default: 4)"),
  stallTimeout: value(seconds, "SECONDS", "Silence after which a stream is broken (default: 120)"),
  thinking: {
    kind: "enum",
    values: THINKING,
    brief: "For models that think (default: medium)",
    optional: true,
  },
  failOnDenied: flag("Exit 3 when a call was denied"),
} as const;
