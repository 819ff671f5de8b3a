import { MESSAGE_MAX_BYTES } from "./limits.ts";
import { texts } from "./texts.ts";

const NEWLINE = 0x0a;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` whose answers end with an error where one message grows beyond what is held: a body as a whole, a stream of
 * events from line to line.
 */
export function boundedFetch(most: number = MESSAGE_MAX_BYTES): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const events = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const body = response.body.pipeThrough(limit(most, events));
    const bounded = new Response(body, response);
    // A made response has none of these, and who reads it may ask.
    for (const key of ["url", "redirected"] as const) {
      Object.defineProperty(bounded, key, { value: response[key] });
    }
    return bounded;
  };
}

function limit(
  most: number,
  events: boolean,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let held = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = events ? chunk.lastIndexOf(NEWLINE) : -1;
      held = end === -1 ? held + chunk.length : chunk.length - end - 1;
      if (held > most) controller.error(new Error(texts.messageTooBig(most)));
      else controller.enqueue(chunk);
    },
  });
}
