import { expect, test } from "bun:test";
import { isGlobalUnicast, readAddress, readBlock } from "../../src/tools/web/address.ts";
import { reachableBy } from "../../src/tools/web/reachable.ts";

const GLOBAL = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "172.32.0.1",
  "192.0.1.1",
  "2606:4700::1111",
  "2a00:1450::1",
];
const NOT_GLOBAL = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.0.9",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.168.1.1",
  "198.18.0.1",
  "203.0.113.7",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "64:ff9b::10.0.0.1",
  "64:ff9b:1::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "ff02::1",
];

for (const text of GLOBAL) {
  test(`${text} is on the public internet`, () => {
    expect(isGlobalUnicast(readAddress(text) ?? [])).toBe(true);
  });
}

for (const text of NOT_GLOBAL) {
  test(`${text} is not on the public internet`, () => {
    const address = readAddress(text);
    expect(address).toHaveLength(16);
    expect(isGlobalUnicast(address ?? [])).toBe(false);
  });
}

test("what is no address is none", () => {
  for (const text of ["", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", "fe80::1%eth0", "::g", "[::1]"]) {
    expect(readAddress(text)).toBeUndefined();
  }
  for (const text of ["10.0.0.0/33", "::/129", "10.0.0.0/x", "10.0.0.0/8/8", "host/8"]) {
    expect(readBlock(text)).toBeUndefined();
  }
});

test("allowed CIDRs, addresses and hosts are reachable, their neighbours are not", () => {
  const reachable = reachableBy(["10.1.0.0/16", "fd00:1::/32", "192.168.7.7", "Intra.Example"]);
  const address = (text: string) => reachable.address(readAddress(text) ?? []);
  expect(["10.1.255.1", "::ffff:10.1.0.1", "fd00:1::5", "192.168.7.7"].map(address)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["10.2.0.1", "fd00:2::5", "192.168.7.8"].map(address)).toEqual([false, false, false]);
  expect(reachable.host("intra.example")).toBe(true);
  expect(reachable.host("sub.intra.example")).toBe(false);
});
