import { Fault } from "../../output/fault.ts";
import { systemCode } from "../../output/system-error.ts";
import { visible } from "../../output/visible.ts";
import { NOT_UNPACKED, REASONS, texts, UNPACKING_CODES } from "./texts.ts";

export const WEB_CODES = [
  "bad_url",
  "credentials_in_url",
  "address_refused",
  "host_unknown",
  "request_failed",
  "too_many_redirects",
  "bad_redirect",
  "timed_out",
  "aborted",
] as const;
export type WebCode = (typeof WEB_CODES)[number];

/** The faults of requests, one maker per code. */
export const webFault = {
  badUrl: (what: string) => new Fault<WebCode>("bad_url", { what }),
  credentials: (host: string) => new Fault<WebCode>("credentials_in_url", { what: texts.credentials(host) }),
  addressRefused: (host: string, address: string) =>
    new Fault<WebCode>("address_refused", { what: texts.notGlobal(host, address), data: { host, address } }),
  hostUnknown: (host: string, cause: unknown) =>
    new Fault<WebCode>("host_unknown", { what: texts.noAddress(host, reasonOf(cause)), cause }),
  requestFailed: (host: string, cause: unknown) =>
    new Fault<WebCode>("request_failed", { what: texts.failed(host, reasonOf(cause)), cause }),
  tooManyRedirects: (url: string) =>
    new Fault<WebCode>("too_many_redirects", { what: texts.tooManyRedirects(visible(url)) }),
  badRedirect: (url: string, location: string) =>
    new Fault<WebCode>("bad_redirect", { what: texts.badRedirect(visible(url), visible(location)) }),
  timedOut: (host: string) => new Fault<WebCode>("timed_out", { what: texts.late(host) }),
  aborted: () => new Fault<WebCode>("aborted", { what: texts.aborted, data: { aborted: true } }),
};

function reasonOf(cause: unknown): string {
  const code = systemCode(cause);
  if (code !== undefined && UNPACKING_CODES.test(code)) return NOT_UNPACKED;
  return REASONS[code ?? ""] ?? code ?? "the answer cannot be read";
}
