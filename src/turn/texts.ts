import type { TurnEnd } from "./turn-input.ts";

/** Every sentence of this room that a person or a model reads, as a function of data. */
export const texts = {
  interrupted: (tool: string) =>
    `${tool} was interrupted: the turn ended before its result was stored. It may have run in part. ` +
    "Check its effects before you call it again.",
  notStarted: (tool: string) => `${tool} was not started: the turn was stopped before it.`,
  abortedBeforeRequest: "The turn was stopped.",
  contextFull: (window: number) =>
    `The history does not fit the context window of ${window} tokens, even without its old results`,
  lengthStop: "the answer stopped at its length limit",
  unreadable: (reason: string, shown: string) => (shown === "" ? reason : `${reason}\nReceived: ${shown}`),
  stalled: "the provider sent nothing for too long",
  noAnswer: "no answer from the provider",
  brokenStream: "the answer broke off",
  httpStatus: (status: number) => `HTTP ${status}`,
  noReason: "the provider gave no reason",
  end: (end: TurnEnd): string => {
    switch (end.kind) {
      case "timeout":
        return `Stopped after ${end.ms / 1000} s: --turn-timeout is reached`;
      case "tokens":
        return `Stopped: --max-tokens ${end.limit} is reached`;
      case "cost":
        return `Stopped: --max-cost ${end.limit} is reached`;
      case "steps":
        return `Stopped after ${end.limit} steps: --max-steps is reached`;
      case "context":
        return `Stopped: the history does not fit the context window of ${end.window} tokens, even without its old results`;
      case "output":
        return "The answer is cut: the model reached its own output limit";
      case "unusable":
        return `Stopped: ${end.steps} answers in a row held only calls of unknown tools or with unreadable arguments`;
      case "provider":
        return end.message;
    }
  },

  sessionUnusable: (reason: string) => `Cannot make the session's folder: ${reason}`,
  transcriptFailed: (reason: string) => `Cannot write the transcript any more: ${reason}`,

  modelUnknown: (name: string) => `Cannot use the model ${JSON.stringify(name)}: there is none of this name`,
  modelHint: (known: readonly string[]) =>
    known.length > 0
      ? `Use provider/id, script:FILE, or one of models: in config.yaml: ${known.join(", ")}`
      : "Use provider/id (anthropic/…, openai/…, minimax/…), script:FILE, or a name of models: in config.yaml",
  modelUnsupported: (provider: string) => `Cannot use the provider ${JSON.stringify(provider)}`,
  providersHint: (known: readonly string[]) => `Providers: ${known.join(", ")}`,
  keyMissing: (model: string, variables: readonly string[]) =>
    `Cannot ask ${model}: ${variables.join(" or ")} is not set`,
  keyHint: (variables: readonly string[]) =>
    `Set ${variables[0] ?? "it"} to your key, or play a turn without a model: run-turn --script FILE`,
  keyUnusable: (variable: string) =>
    `Cannot use ${variable}: it holds a subscription's token, which is bound to another program`,
  keyUnusableHint: "Use an API key",
  priceUnknown: (model: string) => `Cannot hold a cost limit: no price is known for ${model}`,
  priceHint: "Use --max-tokens instead",
};
