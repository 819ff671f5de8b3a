import { buildCommand } from "@stricli/core";
import type { CanonicalRole } from "../../catalog/profile.ts";
import type { CliContext } from "../context.ts";
import { type GlobalFlags, globalFlags } from "../global-flags.ts";
import { type PermissionFlags, permissionFlags } from "../permission-flags.ts";
import { factFlags, type McpFlags, mcpFlags } from "./fact-flags.ts";
import { positiveInteger, positiveNumber, seconds, text, wholeNumber } from "./flag-parsers.ts";

export const TURN_FORMATS = ["text", "json", "stream-json"] as const;
export const THINKING = ["off", "minimal", "low", "medium", "high"] as const;

export interface RunTurnFlags extends GlobalFlags, McpFlags, PermissionFlags {
  readonly model?: string;
  readonly script?: string;
  readonly demo?: boolean;
  readonly format?: (typeof TURN_FORMATS)[number];
  readonly role?: CanonicalRole;
  readonly file?: readonly string[];
  readonly record?: string;
  readonly resume?: string;
  readonly maxSteps?: number;
  readonly turnTimeout?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxRetries?: number;
  readonly stallTimeout?: number;
  readonly thinking?: (typeof THINKING)[number];
  readonly failOnDenied?: boolean;
}

const optional = { kind: "parsed", optional: true } as const;
const flag = (brief: string) => ({ kind: "boolean", brief, optional: true, withNegated: false }) as const;

export const runTurnCommand = buildCommand<RunTurnFlags, [string?], CliContext>({
  loader: async () => (await import("./run-turn-run.ts")).runTurnCommandLine,
  parameters: {
    flags: {
      ...globalFlags,
      ...permissionFlags,
      ...mcpFlags,
      role: factFlags.role,
      model: {
        ...optional,
        parse: text,
        placeholder: "MODEL",
        brief: "PROVIDER/ID, script:FILE, or an entry of models:",
      },
      script: {
        ...optional,
        parse: text,
        placeholder: "FILE",
        brief: "Play a turn script (short for --model script:FILE)",
      },
      demo: flag("Play the built-in tour in a temporary workspace"),
      format: { kind: "enum", values: TURN_FORMATS, brief: "Default: text", optional: true },
      file: {
        ...optional,
        parse: text,
        variadic: true,
        placeholder: "FILE",
        brief: "Attach a text file or an image, repeatable",
      },
      record: {
        ...optional,
        parse: text,
        placeholder: "FILE",
        brief: "Write the turn as a script that plays it again",
      },
      resume: { ...optional, parse: text, placeholder: "SESSION", brief: "Go on with a session" },
      maxSteps: {
        ...optional,
        parse: positiveInteger,
        placeholder: "N",
        brief: "Answers of the model (default: 50)",
      },
      turnTimeout: { ...optional, parse: seconds, placeholder: "SECONDS", brief: "Time for the whole turn" },
      maxTokens: {
        ...optional,
        parse: positiveInteger,
        placeholder: "N",
        brief: "Tokens of the whole turn, in and out",
      },
      maxCost: {
        ...optional,
        parse: positiveNumber,
        placeholder: "USD",
        brief: "Price of the whole turn in US dollars",
      },
      maxRetries: {
        ...optional,
        parse: wholeNumber,
        placeholder: "N",
        brief: "Times to ask a failing provider again (default: 4)",
      },
      stallTimeout: {
        ...optional,
        parse: seconds,
        placeholder: "SECONDS",
        brief: "Silence after which a stream is broken (default: 120)",
      },
      thinking: {
        kind: "enum",
        values: THINKING,
        brief: "For models that think (default: medium)",
        optional: true,
      },
      failOnDenied: flag("Exit 3 when a call was denied"),
    },
    positional: {
      kind: "tuple",
      parameters: [
        { brief: "What to do; - reads it from stdin", placeholder: "PROMPT", parse: text, optional: true },
      ],
    },
  },
  docs: {
    brief: "Run one turn: a model or a script, real tools, until it stops",
    fullDescription: [
      "Assembles the catalog, asks the model, runs its calls, asks again until it stops, and prints the answer.",
      "Calls and results show in brief on stderr. Bounds that are reached mean exit 1, a failed expectation of",
      "a script exit 3, a turn that waits for the user exit 4.",
      "",
      "Examples:",
      "  turnkit run-turn --demo",
      "  turnkit run-turn --script turn.yaml --permission full",
      '  turnkit run-turn "What does this project do?" --model anthropic/claude-sonnet-4-5',
      "  git diff | turnkit run-turn - --model mine --format json",
      "  turnkit run-turn --script turn.yaml --format stream-json | jq .type",
    ].join("\n"),
  },
});
