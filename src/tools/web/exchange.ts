import { lookup as lookUp } from "node:dns";
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
} from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { readAddress } from "./address.ts";
import { webFault } from "./errors.ts";
import { literalAddress, type Reachable } from "./reachable.ts";

export interface Exchange {
  readonly url: URL;
  readonly method: "GET" | "HEAD" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly reachable: Reachable;
  readonly signal: AbortSignal;
}

/** An answer whose body has not been read; the caller reads or destroys it. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly message: IncomingMessage;
}

/**
 * One request and the head of its answer. The name is looked up once, the addresses are judged, and the
 * socket gets only those that may be reached: a second lookup could give another answer.
 * @throws Fault of webFault.
 */
export function exchange(options: Exchange): Promise<Answer> {
  const { url, reachable, signal } = options;
  const host = url.hostname;
  const literal = literalAddress(host);
  if (literal !== undefined && !reachable.host(host) && !reachable.address(literal)) {
    return Promise.reject(webFault.addressRefused(host, host));
  }
  return new Promise((resolve, reject) => {
    let refusal: Error | undefined;
    const judgedLookup = lookupWithin(reachable, (fault) => {
      refusal = fault;
    });
    const request = open(options, judgedLookup);
    const onAbort = () => request.destroy();
    signal.addEventListener("abort", onAbort, { once: true });
    request.once("error", (error) => reject(refusal ?? webFault.requestFailed(host, error)));
    request.once("response", (message) => {
      // From here on the body is somebody's who watches the signal too.
      resolve({ status: message.statusCode ?? 0, headers: message.headers, message });
    });
    if (signal.aborted) onAbort();
    request.end(options.body);
  });
}

function open({ url, method, headers }: Exchange, lookup: LookupFunction): ClientRequest {
  const send = url.protocol === "https:" ? overHttps : overHttp;
  // Without an agent: a connection that is kept would skip the lookup of the next request.
  return send(url, { method, headers, lookup, agent: false });
}

function lookupWithin(reachable: Reachable, refuse: (fault: Error) => void): LookupFunction {
  return (host, options, done) => {
    lookUp(host, { all: true, verbatim: true }, (error, found) => {
      const fail = (fault: Error) => {
        refuse(fault);
        done(fault, "", 0);
      };
      if (error !== null) return fail(webFault.hostUnknown(host, error));
      const judged = found.filter(({ address }) => {
        const read = readAddress(address);
        return reachable.host(host) || (read !== undefined && reachable.address(read));
      });
      const [first] = judged;
      if (first === undefined) return fail(webFault.addressRefused(host, found[0]?.address ?? "?"));
      if (options.all === true) done(null, judged);
      else done(null, first.address, first.family);
    });
  };
}
