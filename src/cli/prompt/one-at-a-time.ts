type Asking<Question, Reply> = (question: Question, signal?: AbortSignal) => Promise<Reply>;

/** Turns and their children ask on one terminal: a question waits until the one before it is answered. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  wrap<Question, Reply>(ask: Asking<Question, Reply> | undefined): Asking<Question, Reply> | undefined {
    if (ask === undefined) return undefined;
    return (question, signal) => {
      const reply = this.#last.then(() => ask(question, signal));
      this.#last = reply.catch(() => undefined);
      return reply;
    };
  }
}
