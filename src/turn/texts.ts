import { RETRY_AFTER_CEILING_MS } from "./limits.ts";
import type { TurnEnd } from "./turn-input.ts";

/** Every sentence of this room that a person or a model reads, as a function of data. */
export const texts = {
  interrupted: (tool: string) =>
    `${tool} was interrupted: the turn ended before its result was stored. It may have run in part. ` +
    "Check its effects before you call it again.",
  notStarted: (tool: string) => `${tool} was not started: the turn was stopped before it.`,
  aborted: "The turn was stopped before its end",
  abortedBeforeRequest: "The turn was stopped.",
  contextFull: (window: number) =>
    `The history does not fit the context window of ${window} tokens, even without its old results`,
  lengthStop: "the answer stopped at its length limit",
  unreadable: (reason: string, shown: string) => (shown === "" ? reason : `${reason}\nReceived: ${shown}`),
  stalled: "the provider sent nothing for too long",
  noAnswer: "no answer from the provider",
  brokenStream: "the answer broke off",
  waitTooLong: (seconds: number) =>
    ` (the provider asks to wait ${Math.ceil(seconds)} s; turnkit waits ${RETRY_AFTER_CEILING_MS / 1000} s at most)`,
  nothingSaid: "The model ended the turn without a word",
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
        return `Stopped after ${end.limit === 1 ? "1 step" : `${end.limit} steps`}: --max-steps is reached`;
      case "context":
        return `Stopped: the history does not fit the context window of ${end.window} tokens, even without its old results`;
      case "hook":
        return `A hook stopped the turn: ${end.reason}`;
      case "output":
        return "The answer is cut: the model reached its own output limit";
      case "unusable":
        return `Stopped: ${end.steps} answers in a row held only calls of unknown tools or with unreadable arguments`;
      case "provider":
        return end.message;
    }
  },

  noWorkspace: "Cannot work here: there is no such folder",
  noWorkspaceHint: "Name an existing folder with --workspace",
  taskLost: (id: string, title: string) => `The background task ${id} (${title}) was ended with the turn`,
  processLeft: (pid: number, name: string) => `Cannot end the process ${pid} (${name}) that the turn started`,
  sessionUnknown: (id: string) => `Cannot resume ${JSON.stringify(id)}: there is no such session`,
  sessionBusy: (id: string) => `Cannot use the session ${id}: another process works in it`,
  sessionUnusable: (reason: string) => `Cannot make the session's folder: ${reason}`,
  transcriptUnusable: (reason: string) => `Cannot read the session's transcript: ${reason}`,
  transcriptDamaged: (lines: number) =>
    lines === 1
      ? "One line of the session's transcript is damaged; the turn goes on without it"
      : `${lines} lines of the session's transcript are damaged; the turn goes on without them`,
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

  promptEmpty: "Cannot run a turn without a prompt: it is empty",
  stdinTooBig: (most: number) => `Cannot use what comes on stdin: it has more than ${most} bytes`,
  stdinNotUtf8: "Cannot use what comes on stdin: it is not UTF-8",
  recordUnusable: (why: string) => `Cannot record the turn there: ${why}`,
  noFolder: "its folder does not exist",
  batchUnreadable: (code: string) =>
    code === "ENOENT" ? "Cannot read the batch: there is no such file" : `Cannot read the batch: ${code}`,
  batchTooBig: (most: number) => `Cannot use the batch: it has more than ${most} bytes`,
  batchNotUtf8: "Cannot use the batch: it is not UTF-8",
  batchEmpty: "Cannot use the batch: it holds no prompt",
  batchLine: "Cannot use a prompt of the batch: it starts as a JSON string and is none",
  batchHint: "Write one prompt per line, as it is or as a JSON string",
  argumentsNoObject: "Cannot use the arguments: they are no JSON object",
  argumentsInvalid: (tool: string, issues: readonly string[]) =>
    `Cannot use the arguments for ${tool}: ${issues.join("; ")}`,
  toolDropped: (tool: string, stage: string, reason: string) =>
    `Cannot call ${tool}: it is not in this catalog (stage ${stage}: ${reason})`,
  toolDroppedHint: (tool: string) => `turnkit catalog explain ${tool} tells what would bring it in`,
  promptHint: "Give a PROMPT, or one on stdin, or --script FILE, or --demo",
  typePrompt: "Type the prompt and end it with Ctrl-D:",
  attachmentUnusable: (file: string, why: string) => `Cannot attach ${JSON.stringify(file)}: ${why}`,
  notThere: "it does not exist",
  noFile: "it is no regular file",
  noImages: "the model does not see images",
  tooBig: (bytes: number, most: number) => `it has ${bytes} bytes, at most ${most} are sent`,
  neitherTextNorImage: "it is neither UTF-8 text nor an image",
  attachedFile: (name: string, text: string) =>
    `<attached-file name=${JSON.stringify(name)}>\n${text}\n</attached-file>`,
  modelMissing: "Cannot run a turn: no model is named",
  modelMissingHint: (known: readonly string[]) =>
    known.length > 0
      ? `Use --model with one of models: in config.yaml: ${known.join(", ")}`
      : "Use --model anthropic/ID (or openai/ID, minimax/ID, …), play a script with --script FILE, or see --demo",
  nothingWaits: (flag: string) => `Cannot use ${flag}: nothing in the session waits for it`,
  nothingToGoOnWith: "Cannot go on with the session: its last turn came to its end",
  nothingToGoOnWithHint: "Give a PROMPT",
  needsResume: (flag: string) => `Cannot use ${flag} without --resume SESSION`,
  hooksInvalid: "Cannot use the hooks file",
  flagConflict: (first: string, second: string) => `Cannot use ${second} together with ${first}`,
};
