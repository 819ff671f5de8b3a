import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { text } from "./flag-parsers.ts";
import { type RunTurnFlags, runTurnFlags } from "./run-turn-flags.ts";

export const runTurnCommand = buildCommand<RunTurnFlags, [string?], CliContext>({
  loader: async () => (await import("./run-turn-run.ts")).runTurnCommandLine,
  parameters: {
    flags: runTurnFlags,
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
      "  turnkit run-turn --batch prompts.txt --model mine --format json > answers.jsonl",
      "  turnkit run-turn --script turn.yaml --format stream-json | jq .type",
      '  turnkit run-turn "Split the parser" --model mine --plan',
      "  turnkit run-turn --resume 20260131-142501-9f86d081 --approve",
      "  turnkit run-turn --resume 20260131-142501-9f86d081 --answer 2",
    ].join("\n"),
  },
});
