/** Whether a server is waiting for the user right now: that time is the user's, not the server's. */
export class UserWait {
  #open = 0;
  readonly #listeners = new Set<() => void>();

  get active(): boolean {
    return this.#open > 0;
  }

  /** Calls back whenever `active` changes, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#change(1);
    try {
      return await work();
    } finally {
      this.#change(-1);
    }
  }

  #change(by: number): void {
    const before = this.active;
    this.#open += by;
    if (before !== this.active) for (const listener of this.#listeners) listener();
  }
}
