import { setTimeout as sleep } from "node:timers/promises";
import { LEASE_WAIT_MS } from "./limits.ts";
import type { AuthStatus } from "./protocol.ts";

export interface Token {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** Where tokens come from. */
export interface TokenSource {
  readonly kind: "none" | "env" | "file" | "command" | "oauth";
  /**
   * A token, fresh from its source; undefined when there is none to be had. `refused` is the token that the
   * backend just rejected; only with `ask` may a person be bothered. @throws when the source itself failed.
   */
  read(options: ReadOptions): Promise<Token | undefined>;
  /** True while a person is asked to log in. */
  readonly authorizing?: boolean;
}

export interface ReadOptions {
  readonly refused?: string;
  /** Milliseconds that the token should have left: a kept one with less is renewed where that can be done. */
  readonly minValidityMs?: number;
  readonly ask: boolean;
  readonly signal: AbortSignal;
}

type Wanted = Omit<ReadOptions, "signal">;

export interface Lease extends Token {
  readonly generation: number;
}

export interface KeeperOptions {
  readonly source: TokenSource;
  now(): number;
  /** Told of each token before anybody gets it, so that it can be masked wherever it would show. */
  onToken?(token: Token): void;
  /** Told when the source failed, each distinct message once; clients learn only that there is no token. */
  onFailure?(error: unknown): void;
  readonly waitMs?: number;
}

/**
 * Holds the current token. One refresh runs at a time, whoever asks; each distinct token is a generation, and
 * an older generation's lease is never handed out again, not even by a request that was already waiting.
 */
export class TokenKeeper {
  readonly #options: KeeperOptions;
  readonly #closed = new AbortController();
  #token: Token | undefined;
  #generation = 0;
  #refused: string | undefined;
  #refreshing: Promise<void> | undefined;
  #failed = false;
  #tried = false;
  #told: string | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  get kind(): TokenSource["kind"] {
    return this.#options.source.kind;
  }

  get generation(): number {
    return this.#generation;
  }

  /** @returns a lease with at least `minValidityMs` left; undefined when there is none to be had. */
  async lease(minValidityMs: number): Promise<Lease | undefined> {
    const ready = this.#valid(minValidityMs);
    if (ready !== undefined) return ready;
    const asked = this.#generation;
    // Without asking first: that may be in flight already, for a status.
    await this.#refresh({ refused: this.#refused, ask: false, minValidityMs });
    if (this.#options.source.kind === "oauth" && this.#generation === asked && this.#token === undefined) {
      await this.#refresh({ refused: this.#refused, ask: true, minValidityMs });
    }
    // Somebody logged out, or the backend refused a newer token, while this request waited: its lease is void.
    if (this.#generation > asked + 1 || this.#closed.signal.aborted) return undefined;
    return this.#valid(minValidityMs);
  }

  /**
   * The backend refused the token of `generation`. @returns what the client should do; undefined when that
   * generation is not the current one.
   */
  async unauthorized(generation: number): Promise<"retry" | "logout" | undefined> {
    if (this.#token === undefined || generation !== this.#generation) return undefined;
    const refused = this.#token.accessToken;
    this.#void(refused);
    await this.#refresh({ refused, ask: false });
    return this.#token === undefined ? "logout" : "retry";
  }

  /** Voids every lease at once. */
  logout(): void {
    this.#void(this.#token?.accessToken);
  }

  async status(): Promise<{ status: AuthStatus; generation: number; expiresAtMs?: number }> {
    // A source that was never asked is asked once: "anonymous" would be a guess. A person is not asked for it.
    if (!this.#tried) await this.#refresh({ ask: false });
    const status = this.#statusNow();
    const expiresAtMs = this.#token?.expiresAtMs;
    return { status, generation: this.#generation, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) };
  }

  close(): void {
    this.#closed.abort();
    this.#token = undefined;
  }

  #statusNow(): AuthStatus {
    if (this.#options.source.authorizing === true) return "authorizing";
    if (this.#refreshing !== undefined) return "refreshing";
    if (this.#failed) return "error";
    if (this.#token === undefined) return this.#refused === undefined ? "anonymous" : "expired";
    return this.#token.expiresAtMs > this.#options.now() ? "authenticated" : "expired";
  }

  #valid(minValidityMs: number): Lease | undefined {
    const token = this.#token;
    if (token === undefined || token.expiresAtMs - this.#options.now() < Math.max(1, minValidityMs))
      return undefined;
    return { ...token, generation: this.#generation };
  }

  #void(refused: string | undefined): void {
    this.#token = undefined;
    this.#refused = refused ?? this.#refused;
    this.#generation += 1;
    // A refresh in flight belongs to the older generation: whoever comes now starts a new one.
    this.#refreshing = undefined;
  }

  /** Joins the refresh in flight or starts one; waits for it, within bounds. */
  async #refresh(wanted: Wanted): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#refreshing ??= this.#startRefresh(wanted);
    const waitMs = this.#options.waitMs ?? LEASE_WAIT_MS;
    await Promise.race([this.#refreshing, sleep(waitMs, undefined, { ref: false })]);
  }

  #startRefresh(wanted: Wanted): Promise<void> {
    const run = this.#read(wanted).finally(() => {
      if (this.#refreshing === run) this.#refreshing = undefined;
    });
    return run;
  }

  async #read(wanted: Wanted): Promise<void> {
    const started = this.#generation;
    const current = (): boolean => this.#generation === started && !this.#closed.signal.aborted;
    try {
      const token = await this.#options.source.read({ ...wanted, signal: this.#closed.signal });
      if (current()) this.#take(token);
    } catch (error) {
      if (!current()) return;
      this.#failed = true;
      this.#tell(error);
    } finally {
      this.#tried = true;
    }
  }

  #tell(error: unknown): void {
    const message = String(error);
    if (message === this.#told) return;
    this.#told = message;
    this.#options.onFailure?.(error);
  }

  #take(token: Token | undefined): void {
    this.#failed = false;
    if (token === undefined || token.accessToken === this.#refused) {
      this.#token = undefined;
      return;
    }
    if (token.accessToken !== this.#token?.accessToken) this.#generation += 1;
    this.#options.onToken?.(token);
    this.#token = token;
  }
}
