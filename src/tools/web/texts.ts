import { MAX_REDIRECTS, MAX_URL_CHARACTERS, REQUEST_TIMEOUT_MS } from "./limits.ts";

/** Sentences about requests that web_fetch and web_search share; a URL is given as it may be shown. */
export const texts = {
  badUrl: (url: string) => `Cannot fetch "${url}": it is no absolute URL.`,
  longUrl: (characters: number) =>
    `Cannot fetch a URL of ${characters} characters: at most ${MAX_URL_CHARACTERS} are taken.`,
  scheme: (url: string, scheme: string) =>
    `Cannot fetch "${url}": the scheme is "${scheme}", only http and https are taken.`,
  credentials: (host: string) =>
    `Cannot fetch from ${host}: the URL holds a user name or a password. Leave them out.`,
  notGlobal: (host: string, address: string) =>
    `Cannot fetch from ${host}: its address ${address} is not on the public internet. tools.webFetch.allow in config.yaml can name it.`,
  noAddress: (host: string, reason: string) =>
    `Cannot fetch from ${host}: its name has no address (${reason}).`,
  failed: (host: string, reason: string) => `Cannot fetch from ${host}: ${reason}.`,
  tooManyRedirects: (url: string) =>
    `Cannot fetch "${url}": it was redirected more than ${MAX_REDIRECTS} times.`,
  badRedirect: (url: string, location: string) =>
    `Cannot fetch "${url}": it redirects to "${location}", which is no URL.`,
  late: (host: string) => `Cannot fetch from ${host}: no whole answer within ${REQUEST_TIMEOUT_MS / 1000} s.`,
  aborted: "The request was stopped before it finished.",
};

/** Codes of gzip and deflate start so, and those of Brotli. */
export const UNPACKING_CODES = /^(Z|ERR__ERROR)_/;
export const NOT_UNPACKED = "its body cannot be unpacked as its content-encoding says";

/** Reasons by the runtime's code; its own messages differ from one to the other. */
export const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name server did not answer",
  HPE_INVALID_CONSTANT: "the answer is no HTTP",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};
