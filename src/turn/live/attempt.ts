/** What happened to one request, told by the facts of the transport and never by the words of an error. */
export interface AttemptFacts {
  /** Of the HTTP answer; absent when there was none. */
  readonly status?: number;
  /** `Retry-After` in milliseconds. */
  readonly retryAfterMs?: number;
  /** `x-should-retry: false`: the provider says that asking again is of no use. */
  readonly hopeless: boolean;
  readonly stalled: boolean;
}

/**
 * Watches one request from outside the provider library: its answer's status, and whether bytes still come.
 * After `stallMs` without one (keep-alive lines count as life) the request is ended.
 */
export class Attempt {
  readonly #controller = new AbortController();
  readonly #stallMs: number;
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #status: number | undefined;
  #headers: Headers | undefined;
  #stalled = false;

  constructor(outer: AbortSignal | undefined, stallMs: number) {
    this.#stallMs = stallMs;
    this.signal = outer ? AbortSignal.any([outer, this.#controller.signal]) : this.#controller.signal;
    this.#touch();
  }

  /** Stands in for the global `fetch` in the library's request. */
  readonly fetch = (async (...args: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...args);
    this.#status = response.status;
    this.#headers = response.headers;
    this.#touch();
    if (response.body === null) return response;
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#touch();
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(watched), { status, statusText, headers });
  }) as typeof fetch;

  /** Ends the watch; the facts stay. */
  end(): AttemptFacts {
    clearTimeout(this.#timer);
    return {
      ...(this.#status === undefined ? {} : { status: this.#status }),
      ...(this.#headers === undefined ? {} : { retryAfterMs: retryAfterMs(this.#headers) }),
      hopeless: this.#headers?.get("x-should-retry") === "false",
      stalled: this.#stalled,
    };
  }

  #touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#stalled = true;
      this.#controller.abort();
    }, this.#stallMs);
  }
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const written = headers.get("retry-after");
  if (written === null) return undefined;
  const seconds = Number(written);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(written) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
