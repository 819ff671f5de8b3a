import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { Message } from "@earendil-works/pi-ai";
import type { ContentBlock } from "../../contract/tool.ts";
import type { GoalState } from "../../extensions/goal.ts";
import type { Diagnostic } from "../../output/diagnostic.ts";
import { messageOf } from "../../output/fault.ts";
import { jsonLine } from "../../output/json.ts";
import type { SecretMask } from "../../output/secrets.ts";
import { texts } from "../texts.ts";
import type { CallEntry, TurnStopReason, TurnUsage } from "../types.ts";

/** One line of `transcript.jsonl`; `at` (ISO 8601) is added when it is written. */
export type TranscriptLine =
  | {
      readonly type: "session";
      readonly schemaVersion: 1;
      readonly sessionId: string;
      readonly workspace: string;
      readonly version: string;
    }
  | {
      readonly type: "turn_start";
      readonly turnId: string;
      readonly model: string;
      /** As `--model` named it: what a resumed session asks again. */
      readonly modelName: string;
      readonly permission: string;
      readonly tools: readonly string[];
      /** Only where it is so. */
      readonly plan?: true;
      readonly goal?: GoalState;
    }
  | { readonly type: "message"; readonly turnId: string; readonly step: number; readonly message: Message }
  | {
      readonly type: "call";
      readonly turnId: string;
      readonly step: number;
      readonly id: string;
      readonly tool: string;
      readonly args: unknown;
    }
  | ({
      readonly type: "result";
      readonly turnId: string;
      /** Its text blocks are the entry's text. */
      readonly content: readonly ContentBlock[];
    } & Omit<CallEntry, "text">)
  /** A call that a command made through `mcode-tools`; no part of the history that a model sees. */
  | ({ readonly type: "connector"; readonly turnId: string } & Omit<CallEntry, "step">)
  | {
      readonly type: "turn_end";
      readonly turnId: string;
      readonly stopReason: TurnStopReason;
      readonly usage: TurnUsage;
      readonly reason?: string;
      readonly goal?: GoalState;
      /** Background tasks that were ended with the turn; only where there are some. */
      readonly lost?: readonly LostTask[];
    };

/** A background task that did not come to its own end. */
export interface LostTask {
  readonly id: string;
  /** What it was, in one line. */
  readonly title: string;
  /** Holds what it had printed. */
  readonly file?: string;
}

export interface TranscriptOptions {
  readonly mask: SecretMask;
  /** Told once when the file cannot be written; the turn goes on. */
  report(diagnostic: Diagnostic): void;
  now(): number;
}

/**
 * The record of a session, 0600: one write per line, so that a killed program leaves whole lines and at most
 * one cut line at the end. Secrets are masked.
 */
export class Transcript {
  readonly #path: string;
  readonly #options: TranscriptOptions;
  #fd: number | undefined;

  constructor(path: string, options: TranscriptOptions) {
    this.#path = path;
    this.#options = options;
    this.#attempt(() => {
      this.#fd = openSync(path, "a", 0o600);
    });
  }

  /** @returns the line's time, ISO 8601. */
  append(line: TranscriptLine): string {
    const { mask, now } = this.#options;
    const { type, ...rest } = line;
    const at = new Date(now()).toISOString();
    const text = mask.mask(jsonLine({ type, at, ...rest }));
    this.#attempt((fd) => writeSync(fd, text));
    return at;
  }

  /** At the end of each step: what is written until now survives a crash of the machine. */
  sync(): void {
    this.#attempt((fd) => fsyncSync(fd));
  }

  close(): void {
    const fd = this.#fd;
    this.sync();
    this.#fd = undefined;
    if (fd !== undefined) closeSync(fd);
  }

  #attempt(work: (fd: number) => void): void {
    if (this.#fd === undefined && work.length > 0) return;
    try {
      work(this.#fd ?? -1);
    } catch (error) {
      const fd = this.#fd;
      this.#fd = undefined;
      if (fd !== undefined) closeSync(fd);
      this.#options.report({
        severity: "warning",
        code: "transcript_failed",
        message: texts.transcriptFailed(messageOf(error)),
        where: this.#path,
      });
    }
  }
}
