/**
 * Work on one file runs one piece after the other, in the order asked for; different files do not wait for
 * each other. Two edits of one file that start together would otherwise both read the old bytes, and the
 * second would write the first one away.
 */
export class FileQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs `work` once everything queued before it under `key` has ended, well or badly. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const { promise: done, resolve: release } = Promise.withResolvers<void>();
    const tail = (before ?? Promise.resolve()).then(() => done);
    this.#tails.set(key, tail);
    await before;
    try {
      return await work();
    } finally {
      release();
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
