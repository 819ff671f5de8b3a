import { isIPv4, isIPv6 } from "node:net";

/** An IP address as 16 bytes; IPv4 in its mapped form, so that both kinds compare alike. */
export type Address = readonly number[];

/** Reads an IPv4 or IPv6 address as programs write it; undefined for anything else (names, zones). */
export function readAddress(text: string): Address | undefined {
  if (isIPv4(text)) return mapped(text.split(".").map(Number));
  if (!isIPv6(text) || text.includes("%")) return undefined;
  const [head = "", tail] = withoutDots(text).split("::", 2);
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array<number>(16 - left.length - right.length).fill(0);
  return [...left, ...zeros, ...right];
}

function mapped(four: readonly number[]): Address {
  return [...Array<number>(10).fill(0), 0xff, 0xff, ...four];
}

/** `::ffff:1.2.3.4` as `::ffff:102:304`. */
function withoutDots(text: string): string {
  const start = text.lastIndexOf(":") + 1;
  if (!text.includes(".")) return text;
  const [a = 0, b = 0, c = 0, d = 0] = text.slice(start).split(".").map(Number);
  return `${text.slice(0, start)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function groups(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** A block of addresses: those that share the first `bits` bits. */
export interface Block {
  readonly address: Address;
  readonly bits: number;
}

/** Reads `10.0.0.0/8`, `fd00::/8`, or one address. */
export function readBlock(text: string): Block | undefined {
  const [base = "", length, ...rest] = text.split("/");
  const address = readAddress(base);
  if (address === undefined || rest.length > 0) return undefined;
  const most = isIPv4(base) ? 32 : 128;
  if (length === undefined) return { address, bits: 128 };
  if (!/^\d{1,3}$/.test(length) || Number(length) > most) return undefined;
  return { address, bits: Number(length) + 128 - most };
}

export function isInBlock(address: Address, block: Block): boolean {
  const whole = block.bits >> 3;
  for (let index = 0; index < whole; index++) if (address[index] !== block.address[index]) return false;
  const mask = (0xff << (8 - (block.bits & 7))) & 0xff;
  return mask === 0 || ((address[whole] ?? 0) & mask) === ((block.address[whole] ?? 0) & mask);
}

function blocks(...texts: readonly string[]): readonly Block[] {
  return texts.map((text) => {
    const block = readBlock(text);
    if (block === undefined) throw new Error(`"${text}" is no block of addresses`);
    return block;
  });
}

/** IPv4 that is not global unicast, by the special-purpose registry of IANA. */
const SPECIAL_V4 = blocks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
);
const [V4_MAPPED, NAT64, GLOBAL_V6, SIX_TO_FOUR] = blocks(
  "::ffff:0:0/96",
  "64:ff9b::/96",
  "2000::/3",
  "2002::/16",
) as [Block, Block, Block, Block];
/** Within 2000::/3: protocol assignments (Teredo among them), documentation. */
const SPECIAL_V6 = blocks("2001::/23", "2001:db8::/32", "3fff::/20");

/**
 * Whether an address is global unicast: one that belongs to some host on the internet. Forms that carry an
 * IPv4 address (mapped, NAT64, 6to4) are judged by that one.
 */
export function isGlobalUnicast(address: Address): boolean {
  if (isInBlock(address, V4_MAPPED) || isInBlock(address, NAT64)) return isGlobalV4(address.slice(12));
  if (isInBlock(address, SIX_TO_FOUR)) return isGlobalV4(address.slice(2, 6));
  return isInBlock(address, GLOBAL_V6) && !SPECIAL_V6.some((block) => isInBlock(address, block));
}

function isGlobalV4(four: readonly number[]): boolean {
  const address = mapped(four);
  return !SPECIAL_V4.some((block) => isInBlock(address, block));
}
