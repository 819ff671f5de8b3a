import type { PathCollector } from "./admit.ts";

/** Collects paths of which only the first in order are wanted; the rest is only counted. */
export class FirstPaths implements PathCollector {
  readonly #wanted: number;
  #kept: string[] = [];
  /** Nothing from here on can be among the first. */
  #bound: string | undefined;
  #total = 0;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  get total(): number {
    return this.#total;
  }

  add(path: string): void {
    this.#total++;
    if (this.#bound !== undefined && path >= this.#bound) return;
    this.#kept.push(path);
    if (this.#kept.length >= this.#wanted * 4) this.#prune();
  }

  /** The first paths in order, at most as many as are wanted. */
  inOrder(): readonly string[] {
    this.#prune();
    return this.#kept;
  }

  #prune(): void {
    this.#kept.sort();
    if (this.#kept.length <= this.#wanted) return;
    this.#kept.length = this.#wanted;
    this.#bound = this.#kept.at(-1);
  }
}
