import { type Host, onTerminal } from "../../config/host.ts";
import { KeyReader } from "./keys.ts";

/**
 * Lends the keys of the terminal to one question at a time and gives the terminal back as it was, whatever
 * happens; an abort ends the reading. The lending gives undefined when it came too late.
 */
export type WithKeys = <T>(
  signal: AbortSignal | undefined,
  work: (keys: KeyReader) => Promise<T>,
) => Promise<T | undefined>;

/** Undefined where there is no terminal (00-product: stdin and stderr both are one): nothing is asked there. */
export function keysOf(host: Pick<Host, "stdin" | "stderr">): WithKeys | undefined {
  const open = host.stdin.keys;
  if (open === undefined || !onTerminal(host)) return undefined;
  return async (signal, work) => {
    const keys = await open.call(host.stdin);
    const stop = () => keys.close();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return signal?.aborted === true ? undefined : await work(new KeyReader(keys));
    } finally {
      signal?.removeEventListener("abort", stop);
      keys.close();
    }
  };
}
