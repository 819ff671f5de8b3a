import { messageOf } from "../output/fault.ts";
import type { Appended, ChildOutcome, ChildTask } from "../tools/task/types.ts";
import type { TaskEnd, TaskWork } from "../tools/tasks/types.ts";
import { childTexts as texts } from "./child-texts.ts";
import { progressSink } from "./progress.ts";
import type { TurnDocument, TurnEventSink } from "./types.ts";

/** One run of a child: its first turn, or the next one of its session. */
export interface ChildRun {
  readonly prompt: string;
  /** The session of the run before. */
  readonly sessionId: string | undefined;
  readonly stop: AbortSignal;
  readonly sink: TurnEventSink;
  /** What was said to it while it works; taken at each step. */
  steering(): readonly string[];
}

export type RunChild = (run: ChildRun) => Promise<TurnDocument>;

/**
 * A child as the board of tasks and the `task` tools see it. Its output is what a person would see of its turn:
 * calls, results in brief, and its answer.
 */
export class RunningChild implements ChildTask, TaskWork {
  readonly kind = "task";
  readonly title: string;
  readonly #run: RunChild;
  readonly #output = new OutputLog();
  #stop = new AbortController();
  readonly #queue: string[] = [];
  #said: string;
  #running: Promise<ChildOutcome>;
  #active = true;
  #sessionId: string | undefined;

  constructor(title: string, prompt: string, run: RunChild) {
    this.title = title;
    this.#run = run;
    this.#said = prompt;
    this.#running = this.#start(prompt);
  }

  get work(): TaskWork {
    return this;
  }

  get ended(): Promise<TaskEnd> {
    return this.#running.then(endOf);
  }

  outcome(): Promise<ChildOutcome> {
    return this.#running;
  }

  append(content: string): Appended {
    if (content === this.#said) return "duplicate";
    this.#said = content;
    if (this.#active) {
      this.#queue.push(content);
      return "steered";
    }
    this.#running = this.#start(content);
    return "activated";
  }

  stop(): void {
    this.#stop.abort("task_stop");
  }

  outputBytes(): number {
    return this.#output.bytes;
  }

  read(offset: number, maxBytes: number): Uint8Array {
    return this.#output.read(offset, maxBytes);
  }

  onOutput(listener: () => void): () => void {
    return this.#output.onOutput(listener);
  }

  async #start(prompt: string): Promise<ChildOutcome> {
    this.#active = true;
    this.#stop = new AbortController();
    try {
      for (let said = prompt; ; said = this.#queue.splice(0).join("\n\n")) {
        const outcome = await this.#turn(said);
        // What was said after its last step is read in a turn of its own.
        if (outcome.failed || this.#queue.length === 0) return outcome;
      }
    } catch (error) {
      const text = messageOf(error);
      this.#output.add(`${text}\n`);
      return { text, failed: true, sessionId: this.#sessionId ?? "", stopReason: "error", calls: 0 };
    } finally {
      this.#queue.length = 0;
      this.#active = false;
    }
  }

  async #turn(prompt: string): Promise<ChildOutcome> {
    const document = await this.#run({
      prompt,
      sessionId: this.#sessionId,
      stop: this.#stop.signal,
      sink: this.#sink(),
      steering: () => this.#queue.splice(0),
    });
    this.#sessionId = document.sessionId;
    return outcomeOf(document);
  }

  #sink(): TurnEventSink {
    const progress = progressSink((line) => this.#output.add(line));
    return (event) => {
      const isAnswer = event.type === "message" && event.calls.length === 0 && event.text !== "";
      if (isAnswer) this.#output.add(`${event.text}\n`);
      else progress(event);
    };
  }
}

function outcomeOf(document: TurnDocument): ChildOutcome {
  const { stopReason, sessionId, text } = document;
  const failed = stopReason !== "stop";
  const why = document.diagnostics.findLast(({ severity }) => severity === "error")?.message;
  return {
    text: failed ? [why, text].filter(Boolean).join("\n") || texts.noAnswer : text || texts.noAnswer,
    failed,
    sessionId,
    stopReason,
    calls: document.calls.length,
  };
}

function endOf(outcome: ChildOutcome): TaskEnd {
  if (outcome.stopReason === "aborted") return { state: "canceled", outcome: texts.stopped };
  if (outcome.failed) return { state: "failed", outcome: outcome.stopReason };
  return { state: "succeeded", outcome: texts.answered };
}

/** A text that grows, read by byte offsets. */
class OutputLog {
  readonly #pieces: Buffer[] = [];
  readonly #listeners = new Set<() => void>();
  bytes = 0;

  add(text: string): void {
    const piece = Buffer.from(text);
    this.#pieces.push(piece);
    this.bytes += piece.length;
    for (const listener of [...this.#listeners]) listener();
  }

  read(offset: number, maxBytes: number): Uint8Array {
    const found: Buffer[] = [];
    let at = 0;
    let left = maxBytes;
    for (const piece of this.#pieces) {
      if (left <= 0) break;
      const from = Math.max(0, offset - at);
      if (from < piece.length) {
        const part = piece.subarray(from, from + left);
        found.push(part);
        left -= part.length;
      }
      at += piece.length;
    }
    return Buffer.concat(found);
  }

  onOutput(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
