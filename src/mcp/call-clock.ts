import type { UserWait } from "./user-wait.ts";

export interface CallClockOptions {
  /** Milliseconds without an answer or progress. */
  readonly quietMs: number;
  /** Milliseconds in all, whatever the progress. */
  readonly totalMs: number;
  readonly waiting: UserWait;
  onLate(): void;
}

/** The time limit of one call, or of a start: it starts anew with each progress notice, and stands while the user is asked. */
export class CallClock {
  readonly #options: CallClockOptions;
  readonly #unlisten: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left: number;
  #since = 0;
  late = false;

  constructor(options: CallClockOptions) {
    this.#options = options;
    this.#left = options.totalMs;
    this.#unlisten = options.waiting.onChange(() => this.progress());
    this.#start();
  }

  progress(): void {
    if (this.late) return;
    this.#stop();
    this.#start();
  }

  clear(): void {
    this.#stop();
    this.#unlisten();
  }

  #start(): void {
    if (this.#options.waiting.active) return;
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => {
        this.late = true;
        this.#options.onLate();
      },
      Math.max(0, Math.min(this.#options.quietMs, this.#left)),
    );
  }

  #stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#since;
  }
}
