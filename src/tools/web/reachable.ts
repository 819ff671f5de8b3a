import { type Address, type Block, isGlobalUnicast, isInBlock, readAddress, readBlock } from "./address.ts";

/** Which hosts and addresses a request may go to. */
export interface Reachable {
  /** Any address of this host will do. */
  host(name: string): boolean;
  address(address: Address): boolean;
}

/** Everywhere: for addresses that a person configured. */
export const ANYWHERE: Reachable = { host: () => true, address: () => true };

/** The internet, and what `tools.webFetch.allow` names: CIDRs, addresses, host names. */
export function reachableBy(allow: readonly string[]): Reachable {
  const blocks: Block[] = [];
  const hosts = new Set<string>();
  for (const entry of allow) {
    const block = readBlock(entry);
    if (block === undefined) hosts.add(entry.toLowerCase());
    else blocks.push(block);
  }
  return {
    host: (name) => hosts.has(name.toLowerCase()),
    address: (address) => isGlobalUnicast(address) || blocks.some((block) => isInBlock(address, block)),
  };
}

/** A host of a URL that is an address itself, brackets taken off. */
export function literalAddress(hostname: string): Address | undefined {
  return readAddress(hostname.startsWith("[") ? hostname.slice(1, -1) : hostname);
}
