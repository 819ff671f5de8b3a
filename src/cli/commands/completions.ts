import { buildCommand } from "../build-command.ts";
import type { CliContext } from "../context.ts";
import { type PlainFlags, plainFlags } from "../global-flags.ts";
import type { CompletionShell } from "./completion-scripts.ts";
import { verbatim } from "./flag-parsers.ts";

const SHELLS: readonly CompletionShell[] = ["bash", "zsh", "fish", "powershell"];

export const completionsCommand = buildCommand<PlainFlags, [CompletionShell], CliContext>({
  loader: async () => {
    const { completionScript } = await import("./completion-scripts.ts");
    return function (this: CliContext, _flags, shell) {
      this.host.stdout.write(completionScript(shell));
    };
  },
  parameters: {
    flags: plainFlags,
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: SHELLS.join(", "),
          placeholder: "SHELL",
          parse: (input) => {
            const shell = SHELLS.find((name) => name === input);
            if (shell === undefined)
              throw new RangeError(`no completions for "${input}": ${SHELLS.join(", ")}`);
            return shell;
          },
          proposeCompletions: () => SHELLS,
        },
      ],
    },
  },
  docs: {
    brief: "Completions for bash, zsh, fish or powershell",
    fullDescription: [
      "Prints a script that teaches a shell to complete turnkit's commands and flags.",
      "",
      "Examples:",
      '  eval "$(turnkit completions bash)"',
      "  turnkit completions zsh > ~/.zfunc/_turnkit",
      "  turnkit completions fish > ~/.config/fish/completions/turnkit.fish",
    ].join("\n"),
  },
});

/** What the scripts ask on each Tab; hidden, its arguments are the words typed so far. */
export const completeCommand = buildCommand<Record<never, never>, string[], CliContext>({
  loader: async () => {
    const { proposalsFor } = await import("./proposals.ts");
    return async function (this: CliContext, _flags, ...words) {
      const proposals = await proposalsFor(words, this);
      this.host.stdout.write(proposals.map((proposal) => `${proposal}\n`).join(""));
    };
  },
  parameters: {
    positional: {
      kind: "array",
      parameter: { brief: "Words typed so far", placeholder: "WORD", parse: verbatim },
    },
  },
  docs: { brief: "Proposals for the words typed so far" },
});
