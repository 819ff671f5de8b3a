import { SECRET_MIN_CHARACTERS } from "./limits.ts";

/** Masks a text that comes in pieces; what may be the start of a secret is held back. */
export interface MaskStream {
  push(text: string): string;
  /** The rest, at the end. */
  flush(): string;
}

/**
 * Values that turnkit handles and nobody may see: wherever they would show they become `[secret NAME]`, also
 * as they stand inside JSON strings and URLs (00-product). Values under 8 characters are not masked.
 */
export class SecretMask {
  /** Every spelling of a value, and the name that stands for it. */
  readonly #names = new Map<string, string>();
  #pattern: RegExp | undefined;

  add(name: string, value: string | undefined): void {
    if (value === undefined || value.length < SECRET_MIN_CHARACTERS) return;
    for (const spelling of spellings(value)) {
      if (!this.#names.has(spelling)) this.#names.set(spelling, name);
    }
    this.#pattern = undefined;
  }

  /** Whether there is anything to mask. */
  get active(): boolean {
    return this.#names.size > 0;
  }

  mask(text: string): string {
    if (!this.active) return text;
    return text.replace(this.#regExp(), (found) => this.#standIn(found));
  }

  /** A copy of a JSON value with every string and every key masked; the same value when there are no secrets. */
  maskDeep<T>(value: T): T {
    return this.active ? (this.#deep(value) as T) : value;
  }

  stream(): MaskStream {
    let held = "";
    return {
      push: (text) => {
        if (!this.active) return text;
        held += text;
        const safe = this.#safeEnd(held);
        const ready = held.slice(0, safe);
        held = held.slice(safe);
        return this.mask(ready);
      },
      flush: () => {
        const rest = this.mask(held);
        held = "";
        return rest;
      },
    };
  }

  #deep(value: unknown): unknown {
    if (typeof value === "string") return this.mask(value);
    if (Array.isArray(value)) return value.map((item) => this.#deep(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.mask(key), this.#deep(item)]));
  }

  /** Up to where a text can be masked now: a secret that may still grow at the end has to wait. */
  #safeEnd(text: string): number {
    const longest = Math.max(...Array.from(this.#names.keys(), (spelling) => spelling.length));
    let from = Math.max(0, text.length - longest + 1);
    for (const match of text.matchAll(this.#regExp())) {
      const end = match.index + match[0].length;
      if (end <= from) continue;
      const growing = this.#firstGrowing(text, from, match.index + 1);
      if (growing !== undefined) return growing;
      from = end;
    }
    return this.#firstGrowing(text, from, text.length) ?? text.length;
  }

  /** The first place in a range from which the text up to its end may become a secret. */
  #firstGrowing(text: string, from: number, to: number): number | undefined {
    for (let at = from; at < to; at++) {
      if (this.#mayGrow(text.slice(at))) return at;
    }
    return undefined;
  }

  #mayGrow(end: string): boolean {
    for (const spelling of this.#names.keys()) {
      if (spelling.length > end.length && spelling.startsWith(end)) return true;
    }
    return false;
  }

  #standIn(found: string): string {
    return `[secret ${this.#names.get(found)}]`;
  }

  #regExp(): RegExp {
    this.#pattern ??= new RegExp(
      Array.from(this.#names.keys())
        // The longest first: a secret that starts with another must not show its rest.
        .sort((a, b) => b.length - a.length)
        .map((spelling) => spelling.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"))
        .join("|"),
      "g",
    );
    return this.#pattern;
  }
}

function spellings(value: string): Set<string> {
  return new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]);
}
