import ssri from "ssri";

export interface Integrity {
  readonly algorithm: string;
  /** `sha512-…` in base64. */
  readonly text: string;
}

/** @returns the strongest hash of a Subresource Integrity text; @throws TypeError where there is none. */
export function parseIntegrity(text: string): Integrity {
  const parsed = ssri.parse(text, { strict: true, single: true });
  const hash = parsed === null ? undefined : (parsed as unknown as { algorithm: string; digest: string });
  if (hash === undefined || !hash.algorithm || !hash.digest) throw new TypeError("no hash in it");
  return { algorithm: hash.algorithm, text: `${hash.algorithm}-${hash.digest}` };
}
