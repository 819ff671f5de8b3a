/** What Linux tells about an open descriptor of this process. */
export function descriptorFacts(fd: 1 | 2): string {
  return `/proc/self/fdinfo/${fd}`;
}

/**
 * Whether a stream was closed when the program started, by the facts of its descriptor. The runtime then puts the
 * null device there; its own descriptor is close-on-exec (octal 02000000), which one that was inherited never is.
 */
export function wasClosed(facts: string): boolean {
  const flags = /^flags:\s*(\d+)/m.exec(facts)?.[1] ?? "0";
  return (Number.parseInt(flags, 8) & 0o2000000) !== 0;
}
