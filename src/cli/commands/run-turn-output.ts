import { atomicWrite } from "../../config/atomic-write.ts";
import type { Host } from "../../config/host.ts";
import type { ModelFacts } from "../../contract/model.ts";
import { jsonDocument, jsonLine } from "../../output/json.ts";
import { expectationLines } from "../../turn/expectation-lines.ts";
import { brief, isWholeInBrief, progressSink } from "../../turn/progress.ts";
import { progressTexts } from "../../turn/progress-texts.ts";
import { isBroken, ScriptRecorder } from "../../turn/script/record.ts";
import type { TurnDocument, TurnEventSink } from "../../turn/types.ts";
import { waitingLines } from "../../turn/waiting-lines.ts";
import { writeAnswer } from "../answer.ts";
import type { TURN_FORMATS } from "./run-turn-flags.ts";

export type TurnFormat = (typeof TURN_FORMATS)[number];

export interface TurnOutputOptions {
  readonly format: TurnFormat;
  readonly quiet?: boolean;
  /** Several turns, one after the other: the document of each is one line. */
  readonly lines?: boolean;
  /** `--record`: the absolute file, and what its script says of the model and replaces. */
  readonly record?: { readonly file: string; readonly facts: ModelFacts; readonly workspace: string };
}

export interface TurnOutput {
  readonly sink: TurnEventSink;
  /** Before one turn of several: which one it is. */
  begin(number: number, of: number, prompt: string): void;
  /** Aborted once nobody reads stdout any more: there is no one to work for. */
  readonly gone: AbortSignal;
  /** Prints what comes last and writes the recording. */
  end(document: TurnDocument): Promise<void>;
}

/** Where a turn's events and its answer go in each format: the answer to stdout, the rest to stderr. */
export function turnOutput(host: Host, options: TurnOutputOptions): TurnOutput {
  const { record } = options;
  const recorder = record && new ScriptRecorder(record.workspace);
  const shown = eventSink(host, options);
  const gone = new AbortController();
  let onTheWay = false;
  return {
    gone: gone.signal,
    sink: (event) => {
      recorder?.note(event);
      const isSaid = event.type === "message" && (event.text !== "" || !isBroken(event.stopReason));
      if (isSaid) onTheWay = event.calls.length > 0;
      shown(event);
      if (host.stdout.closed) gone.abort();
    },
    begin: (number, of, prompt) => {
      onTheWay = false;
      if (options.format === "text" && options.quiet !== true)
        host.stderr.write(`${progressTexts.ofBatch(number, of, brief(prompt))}\n`);
    },
    end: async (document) => {
      const written = options.lines === true ? jsonLine : jsonDocument;
      if (options.format === "json") host.stdout.write(written(document));
      if (options.format === "text") {
        // What was said before a call stands on stderr already, and is no answer unless the turn stops with it.
        const told = onTheWay && options.quiet !== true && isToldOnTheWay(document, host);
        writeText(host, told ? { ...document, text: "" } : document);
      }
      if (recorder === undefined || record === undefined) return;
      await atomicWrite(record.file, await recorder.text(record.facts));
    },
  };
}

/** A person who is asked something reads all of what led to it: only where that was told whole it is left out. */
function isToldOnTheWay({ stopReason, text }: TurnDocument, { stdout, stderr }: Host): boolean {
  // The answer of a script that ends with calls: a pipe gets it, one screen does not get it twice.
  if (stopReason === "stop") return stdout.isTTY && stderr.isTTY && isWholeInBrief(text);
  return stopReason !== "waiting_for_user" || isWholeInBrief(text);
}

function eventSink(host: Host, { format, quiet }: TurnOutputOptions): TurnEventSink {
  if (format === "stream-json") {
    return (event) => {
      const { type, ...rest } = event;
      host.stdout.write(jsonLine({ type, at: new Date(host.now()).toISOString(), ...rest }));
    };
  }
  if (format === "json" || quiet === true) return () => {};
  return progressSink((line) => host.stderr.write(line));
}

function writeText(host: Host, document: TurnDocument): void {
  if (document.text !== "") writeAnswer(host.stdout, document.text);
  for (const line of [...waitingLines(document), ...expectationLines(document)]) {
    host.stderr.write(`${line}\n`);
  }
}
