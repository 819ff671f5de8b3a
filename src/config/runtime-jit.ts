/**
 * Lets the JIT compile at its usual rate. The compiled program starts with a reluctant one (scripts/build.ts),
 * which suits commands that are over before compiled code pays.
 */
export function useNormalJit(): void {
  if (typeof Bun !== "undefined") Bun.unsafe.setJITPolicy(1);
}
