import { KIB, MIB } from "./limits.ts";

/** `k` and `KiB` are 1,024, `KB` is 1,000; likewise for M and G (50-output). */
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  k: KIB,
  kib: KIB,
  kb: 1000,
  m: MIB,
  mib: MIB,
  mb: 1_000_000,
  g: KIB * MIB,
  gib: KIB * MIB,
  gb: 1_000_000_000,
};

/** Bytes of a size as people write it (`24KiB`, `24k`, `1MB`, `4096`); undefined when it is none. */
export function parseByteSize(text: string): number | undefined {
  const match = /^(\d+) ?([a-z]*)$/i.exec(text);
  const unit = match?.[2]?.toLowerCase() ?? "";
  if (match === null || !Object.hasOwn(UNITS, unit)) return undefined;
  const bytes = Number(match[1]) * (UNITS[unit] ?? 1);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
